import { AccountMenu } from '#components/dashboard/shell/account-menu.tsx';
import { Link } from '#components/ui/link.tsx';
import { Logo } from '#components/ui/logo.tsx';
import { basePath } from './scope.ts';

interface AccountHeaderProps {
  merchant: { name: string; email: string };
  /** The merchant's stores. The logo links to the first one. */
  stores: readonly { slug: string }[];
  isOperator: boolean;
}

/** The header of account pages, which belong to no store. */
export function AccountHeader({ merchant, stores: [first], isOperator }: AccountHeaderProps) {
  return (
    <header className="flex items-center justify-between gap-4 px-4 py-3 sm:px-6">
      <Link
        href={first ? basePath(first.slug, 'test') : '/dashboard'}
        className="inline-flex min-h-11 items-center gap-2.5 rounded-control font-semibold"
      >
        <Logo className="size-8" />
        Counterfoil
      </Link>
      <AccountMenu name={merchant.name} email={merchant.email} isOperator={isOperator} />
    </header>
  );
}
