import type { ReactNode } from 'react';
import { Shell } from '../../../../components/dashboard/shell/shell.tsx';
import { isOperator } from '../../../../server/queries/operators.ts';
import { findScope, type ScopeParams } from '../../scope.ts';

export default async function StoreLayout({ params, children }: { params: Promise<ScopeParams>; children: ReactNode }) {
  const found = await findScope(await params);
  // Nobody is signed in: the page inside sends them there, and knows where to come back to.
  if (!found) return children;
  const { db, base, environment, store, stores, merchant } = found;
  return (
    <Shell
      base={base}
      environment={environment}
      store={{ slug: store.slug, name: store.name }}
      stores={stores.map(({ slug, name }) => ({ slug, name }))}
      account={{ name: merchant.name, email: merchant.email, isOperator: await isOperator(db, merchant.id) }}
    >
      {children}
    </Shell>
  );
}
