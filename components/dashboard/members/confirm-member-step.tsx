'use client';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';
import type { MemberLine } from './member-row.tsx';

export type MemberStep = 'transfer' | 'remove' | 'leave';

interface ConfirmMemberStepProps {
  step: MemberStep;
  member: Pick<MemberLine, 'merchantId' | 'name' | 'email'>;
  store: { readonly id: string; readonly name: string };
  environment: Environment;
  onClose: () => void;
}

/** Confirms a removal or an ownership transfer. The user types a phrase because they cannot undo it. */
export function ConfirmMemberStep({ step, member, store, environment, onClose }: ConfirmMemberStepProps) {
  const transfer = useAction('store-merchant/update-role', environment);
  const remove = useAction('store-merchant/remove-merchant', environment);
  const { merchantId, name, email } = member;
  const mutation = step === 'transfer' ? transfer : remove;
  const confirm = () => {
    const body = { storeId: store.id, merchantId };
    if (step === 'transfer') return transfer.mutate({ ...body, role: 'owner' }, { onSuccess: onClose });
    // A member who has left can no longer open this page.
    const onSuccess = () => (step === 'leave' ? window.location.assign('/dashboard') : onClose());
    return remove.mutate(body, { onSuccess });
  };
  const texts = {
    transfer: {
      title: `Transfer ${store.name} to ${name}?`,
      label: 'Transfer ownership',
      phrase: store.name,
      text: `${name} becomes the owner. Only the owner can delete or transfer the store. You stay as an admin, and only ${name} can transfer it back.`,
    },
    remove: {
      title: `Remove ${name}?`,
      label: 'Remove member',
      phrase: email,
      text: 'They lose access to this store immediately. To restore access, invite them again.',
    },
    leave: {
      title: `Leave ${store.name}?`,
      label: 'Leave store',
      phrase: store.name,
      text: 'You lose access to this store immediately. The owner or an admin can invite you again.',
    },
  }[step];
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts.title}
      confirmLabel={texts.label}
      tone="danger"
      phrase={texts.phrase}
      pending={mutation.isPending}
      error={mutation.error?.message}
      onConfirm={confirm}
    >
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
