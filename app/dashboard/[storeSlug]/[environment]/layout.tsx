import type { ReactNode } from 'react';
import { Shell } from '../../../../components/dashboard/shell/shell.tsx';
import { testTimeOf } from '../../../../server/domain/test-clock.ts';
import { isOperator } from '../../../../server/queries/operators.ts';
import { countOpenTickets } from '../../../../server/queries/refund-tickets.ts';
import { findScope, type ScopeParams } from '../../scope.ts';

export default async function StoreLayout({ params, children }: { params: Promise<ScopeParams>; children: ReactNode }) {
  const found = await findScope(await params);
  // Nobody is signed in: the page inside sends them there, and knows where to come back to.
  if (!found) return children;
  const { db, base, environment, store, stores, merchant, scope } = found;
  const [mayOperate, refundRequests] = await Promise.all([isOperator(db, merchant.id), countOpenTickets(db, scope)]);
  return (
    <Shell
      base={base}
      environment={environment}
      store={{ slug: store.slug, name: store.name }}
      stores={stores.map(({ slug, name }) => ({ slug, name }))}
      testTime={testTimeOf(store, environment)?.toISOString() ?? null}
      account={{ name: merchant.name, email: merchant.email, isOperator: mayOperate }}
      waiting={{ refundRequests }}
    >
      {children}
    </Shell>
  );
}
