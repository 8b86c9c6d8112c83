'use client';
import { Crown, Ellipsis, LogOut, ShieldCheck, UserMinus, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { Environment } from '../../../server/domain/environments.ts';
import type { Role } from '../../../server/domain/roles.ts';
import { Alert } from '../../ui/alert.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Menu, MenuAction } from '../../ui/menu.tsx';
import { useAction } from '../use-action.ts';
import { ConfirmMemberStep, type MemberStep } from './confirm-member-step.tsx';
import type { MemberLine } from './member-list.tsx';

interface MemberActionsProps {
  member: MemberLine;
  store: { readonly id: string; readonly name: string };
  role: Role;
  environment: Environment;
}

/** What may be done about one member, by who looks: nothing, for most. */
export function MemberActions({ member, store, role, environment }: MemberActionsProps) {
  const [step, setStep] = useState<MemberStep>();
  const give = useAction('store-merchant/update-role', environment);
  const mayManage = role !== 'member' && member.role !== 'owner';
  const mayLeave = member.isYou && member.role !== 'owner';
  if (!mayManage && !mayLeave) return null;
  const other = member.role === 'admin' ? 'member' : 'admin';
  const change = () => give.mutate({ storeId: store.id, merchantId: member.merchantId, role: other });
  return (
    <>
      {give.error && <Alert tone="danger">{give.error.message}</Alert>}
      <Menu
        align="end"
        label={`Actions for ${member.name}`}
        triggerClass={buttonClass({ variant: 'ghost', size: 'icon' })}
        trigger={<Ellipsis className="size-4" aria-hidden />}
      >
        {mayManage && (
          <MenuAction icon={other === 'admin' ? ShieldCheck : UserRound} onSelect={change}>
            Make {other === 'admin' ? 'an admin' : 'a member'}
          </MenuAction>
        )}
        {role === 'owner' && (
          <MenuAction icon={Crown} onSelect={() => setStep('handOver')}>
            Hand the store over…
          </MenuAction>
        )}
        {mayManage && !member.isYou && (
          <MenuAction icon={UserMinus} onSelect={() => setStep('remove')}>
            Remove…
          </MenuAction>
        )}
        {mayLeave && (
          <MenuAction icon={LogOut} onSelect={() => setStep('leave')}>
            Leave the store…
          </MenuAction>
        )}
      </Menu>
      {step && (
        <ConfirmMemberStep
          step={step}
          member={member}
          store={store}
          environment={environment}
          onClose={() => setStep(undefined)}
        />
      )}
    </>
  );
}
