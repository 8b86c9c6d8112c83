'use client';
import {
  Activity,
  BadgeCheck,
  BookOpen,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserRound,
  UserRoundCog,
  Users,
} from 'lucide-react';
import { callAuth } from '#components/auth/call-auth.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { Menu, MenuAction, MenuChoices, MenuLink, MenuNote, MenuSeparator } from '#components/ui/menu.tsx';
import { type Theme, useTheme } from '#components/ui/use-theme.ts';

const themes = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
] as const satisfies readonly { value: Theme; label: string; icon: typeof Sun }[];

interface AccountMenuProps {
  name: string;
  email: string;
  /** Shows the operator's pages. */
  isOperator?: boolean;
  wide?: boolean;
}

/** The account menu: theme, account pages, sign out. */
export function AccountMenu({ name, email, isOperator = false, wide = false }: AccountMenuProps) {
  const [theme, chooseTheme] = useTheme();
  const signOut = async () => {
    await callAuth('sign-out');
    window.location.assign('/sign-in');
  };
  const icon = (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken">
      <UserRound className="size-4" aria-hidden />
    </span>
  );
  return (
    <Menu
      {...(!wide && { label: 'Account and theme' })}
      align={wide ? 'start' : 'end'}
      triggerClass={
        wide
          ? 'flex w-full items-center gap-2.5 rounded-control p-2 text-start text-sm hover:bg-sunken'
          : buttonClass({ variant: 'ghost', size: 'icon' })
      }
      trigger={
        wide ? (
          <>
            {icon}
            <span className="min-w-0">
              <span className="block truncate font-medium">{name}</span>
              <span className="block truncate text-xs text-muted">{email}</span>
            </span>
            <span className="sr-only">(account and theme)</span>
          </>
        ) : (
          icon
        )
      }
    >
      <MenuNote>
        <span className="block truncate text-sm font-medium text-text">{name}</span>
        <span className="block truncate">{email}</span>
      </MenuNote>
      <MenuSeparator />
      <MenuNote>Theme</MenuNote>
      <MenuChoices label="Theme" value={theme} onChange={chooseTheme} choices={themes} />
      <MenuSeparator />
      {isOperator && (
        <>
          <MenuLink href="/dashboard/operator" icon={BadgeCheck}>
            Approvals
          </MenuLink>
          <MenuLink href="/dashboard/operator/merchants" icon={Users}>
            Merchants and stores
          </MenuLink>
          <MenuLink href="/dashboard/operator/worker" icon={Activity}>
            Worker
          </MenuLink>
        </>
      )}
      <MenuLink href="/dashboard/account" icon={UserRoundCog}>
        Account and security
      </MenuLink>
      <MenuLink href="/docs" icon={BookOpen}>
        Documentation
      </MenuLink>
      <MenuAction icon={LogOut} onSelect={signOut}>
        Sign out
      </MenuAction>
    </Menu>
  );
}
