'use client';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';
import type { MemberLine } from './member-row.tsx';

export type MemberStep = 'handOver' | 'remove' | 'leave';

interface ConfirmMemberStepProps {
  step: MemberStep;
  member: Pick<MemberLine, 'merchantId' | 'name' | 'email'>;
  store: { readonly id: string; readonly name: string };
  environment: Environment;
  onClose: () => void;
}

/** Asks before somebody goes, or the store gets another owner; each is typed, as it cannot be undone from here. */
export function ConfirmMemberStep({ step, member, store, environment, onClose }: ConfirmMemberStepProps) {
  const handOver = useAction('store-merchant/update-role', environment);
  const remove = useAction('store-merchant/remove-merchant', environment);
  const { merchantId, name, email } = member;
  const doing = step === 'handOver' ? handOver : remove;
  const confirm = () => {
    const body = { storeId: store.id, merchantId };
    if (step === 'handOver') return handOver.mutate({ ...body, role: 'owner' }, { onSuccess: onClose });
    // Whoever has left has no page here any more.
    const onSuccess = () => (step === 'leave' ? window.location.assign('/dashboard') : onClose());
    return remove.mutate(body, { onSuccess });
  };
  const words = {
    handOver: {
      title: `Hand ${store.name} over to ${name}?`,
      label: 'Hand it over',
      phrase: store.name,
      text: `${name} becomes the owner, who alone can delete the store or hand it over. You stay, as an admin. Only ${name} can give it back.`,
    },
    remove: {
      title: `Remove ${name}?`,
      label: 'Remove',
      phrase: email,
      text: 'At once, nothing of this store can be seen or changed with that account. To have them back, invite them again.',
    },
    leave: {
      title: `Leave ${store.name}?`,
      label: 'Leave',
      phrase: store.name,
      text: 'At once, you see nothing of this store any more. Its owner or an admin can invite you again.',
    },
  }[step];
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.title}
      confirmLabel={words.label}
      tone="danger"
      phrase={words.phrase}
      pending={doing.isPending}
      error={doing.error?.message}
      onConfirm={confirm}
    >
      <p>{words.text}</p>
    </ConfirmDialog>
  );
}
