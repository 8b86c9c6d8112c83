'use client';
import { Crown, Ellipsis, LogOut, ShieldCheck, UserMinus, UserRound } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { Menu, MenuAction } from '#components/ui/menu.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { Role } from '#server/stores/rules/roles.ts';
import { ConfirmMemberStep, type MemberStep } from './confirm-member-step.tsx';
import type { MemberLine } from './member-row.tsx';

interface MemberActionsProps {
  member: MemberLine;
  store: { readonly id: string; readonly name: string };
  role: Role;
  environment: Environment;
  /** Changes the member's role. */
  onRole: (role: Role) => void;
}

/** The actions on a member that the current user's role allows. */
export function MemberActions({ member, store, role, environment, onRole }: MemberActionsProps) {
  const [step, setStep] = useState<MemberStep>();
  const mayManage = role !== 'member' && member.role !== 'owner';
  const mayLeave = member.isYou && member.role !== 'owner';
  if (!mayManage && !mayLeave) return null;
  const other = member.role === 'admin' ? 'member' : 'admin';
  return (
    <>
      <Menu
        align="end"
        label={`Actions for ${member.name}`}
        triggerClass={buttonClass({ variant: 'ghost', size: 'icon' })}
        trigger={<Ellipsis className="size-4" aria-hidden />}
      >
        {mayManage && (
          <MenuAction icon={other === 'admin' ? ShieldCheck : UserRound} onSelect={() => onRole(other)}>
            Make {other === 'admin' ? 'an admin' : 'a member'}
          </MenuAction>
        )}
        {role === 'owner' && (
          <MenuAction icon={Crown} onSelect={() => setStep('transfer')}>
            Transfer ownership…
          </MenuAction>
        )}
        {mayManage && !member.isYou && (
          <MenuAction icon={UserMinus} onSelect={() => setStep('remove')}>
            Remove member…
          </MenuAction>
        )}
        {mayLeave && (
          <MenuAction icon={LogOut} onSelect={() => setStep('leave')}>
            Leave store…
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
