import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { Shell } from '#components/dashboard/shell/shell.tsx';
import { isOperator } from '#server/accounts/data/operators.ts';
import { countOpenTickets } from '#server/billing/refunds/refund-tickets.ts';
import { settings } from '#server/platform/settings.ts';
import { testTimeOf } from '#server/stores/rules/test-clock.ts';
import { findScope, readProvider, type ScopeParams, titleIn } from '../../scope.ts';

interface Context {
  params: Promise<ScopeParams>;
}

/** The environment comes first because narrow tabs cut off the end of their title. */
export async function generateMetadata({ params }: Context): Promise<Metadata> {
  const found = await findScope(await params);
  return found ? { title: { default: titleIn(found, 'Dashboard'), template: titleIn(found, '%s') } } : {};
}

/** The color of browser bars on phones. */
export async function generateViewport({ params }: Context): Promise<Viewport> {
  return (await params).environment === 'test' ? { themeColor: '#f3b83f' } : {};
}

export default async function StoreLayout({ params, children }: Context & { children: ReactNode }) {
  const found = await findScope(await params);
  // Not signed in: the page redirects to the sign-in page with its own address to return to.
  if (!found) return children;
  const { db, base, environment, store, stores, merchant, scope } = found;
  const [mayOperate, refundRequests, provider] = await Promise.all([
    isOperator(db, merchant.id, settings()),
    countOpenTickets(db, scope),
    readProvider(found),
  ]);
  return (
    <Shell
      base={base}
      environment={environment}
      store={{ slug: store.slug, name: store.name }}
      stores={stores.map(({ slug, name }) => ({ slug, name }))}
      testTime={testTimeOf(store, environment)?.toISOString() ?? null}
      provider={provider}
      account={{ name: merchant.name, email: merchant.email, isOperator: mayOperate }}
      openCounts={{ refundRequests }}
    >
      {children}
    </Shell>
  );
}
