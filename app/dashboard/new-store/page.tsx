import type { Metadata } from 'next';
import { NewStoreForm } from '#components/dashboard/new-store-form.tsx';
import { Card } from '#components/ui/card.tsx';
import { isOperator } from '#server/accounts/data/operators.ts';
import { settings } from '#server/platform/settings.ts';
import { AccountHeader } from '../account-header.tsx';
import { requireAccount } from '../scope.ts';

export const metadata: Metadata = { title: 'New store' };

export default async function NewStorePage() {
  const { db, merchant, stores } = await requireAccount('/dashboard/new-store');
  const [first] = stores;
  return (
    <div className="flex min-h-dvh flex-col">
      <AccountHeader merchant={merchant} stores={stores} isOperator={await isOperator(db, merchant.id, settings())} />
      <main className="m-auto w-full max-w-md px-4 py-10">
        <h1 className="text-2xl font-semibold tracking-tight">
          {first ? 'Create a store' : 'Create your first store'}
        </h1>
        <p className="mt-1.5 mb-6 text-sm text-muted">
          A store has its own products, prices and checkout. It starts in test mode, without real charges.
        </p>
        <Card className="p-5">
          <NewStoreForm />
        </Card>
      </main>
    </div>
  );
}
