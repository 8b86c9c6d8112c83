import type { Metadata } from 'next';
import Link from 'next/link';
import { NewStoreForm } from '../../../components/dashboard/new-store-form.tsx';
import { AccountMenu } from '../../../components/dashboard/shell/account-menu.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Logo } from '../../../components/ui/logo.tsx';
import { isOperator } from '../../../server/queries/operators.ts';
import { basePath, requireAccount } from '../scope.ts';

export const metadata: Metadata = { title: 'New store' };

export default async function NewStorePage() {
  const { db, merchant, stores } = await requireAccount('/dashboard/new-store');
  const [first] = stores;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between gap-4 px-4 py-3 sm:px-6">
        <Link
          href={first ? basePath(first.slug, 'test') : '/dashboard'}
          className="inline-flex min-h-11 items-center gap-2.5 rounded-control font-semibold"
        >
          <Logo className="size-8" />
          Counterfoil
        </Link>
        <AccountMenu name={merchant.name} email={merchant.email} isOperator={await isOperator(db, merchant.id)} />
      </header>
      <main className="m-auto w-full max-w-md px-4 py-10">
        <h1 className="text-2xl font-semibold tracking-tight">
          {first ? 'Open another store' : 'Open your first store'}
        </h1>
        <p className="mt-1.5 mb-6 text-sm text-muted">
          A store is what buyers see at the checkout: its name, its products, its prices. It starts with a test
          environment in which no money moves.
        </p>
        <Card className="p-5">
          <NewStoreForm />
        </Card>
      </main>
    </div>
  );
}
