import { Download, Landmark } from 'lucide-react';
import type { Metadata } from 'next';
import { type PageSearch, requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { BalanceCard } from '#components/dashboard/balances/balance-card.tsx';
import { MovementTable } from '#components/dashboard/balances/movement-table.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card, CardSection } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { listBalances, listMovements } from '#server/billing/ledger/data/ledger.ts';
import { currencyBalances, movementLine } from './balance-lines.ts';

export const metadata: Metadata = { title: 'Balances' };

const pageSize = 50;
/** A sum over everything that ever moved is not asked for every few seconds. */
const refreshSeconds = 30;

export default async function BalancesPage({
  params,
  searchParams,
}: {
  params: Promise<ScopeParams>;
  searchParams: PageSearch;
}) {
  const { db, scope, base, environment } = await requireScope(params, '/balances');
  const { before } = await searchParams;
  const after = typeof before === 'string' ? before : undefined;
  const [balances, rows] = await Promise.all([
    listBalances(db, scope),
    listMovements(db, scope, { limit: pageSize + 1, after }),
  ]);
  const movements = rows.slice(0, pageSize);
  const href = `${base}/balances`;
  const older = rows.length > pageSize ? movements.at(-1)?.id : undefined;
  return (
    <>
      {after === undefined && <AutoRefresh everySeconds={refreshSeconds} />}
      <PageHeader
        title="Balances"
        description="What this store’s payments and refunds come to. Payouts to your bank account and the provider’s own fees are not counted here."
        actions={
          movements.length > 0 && (
            <ButtonLink href={`${href}/export`} download prefetch={false}>
              <Download className="size-4" aria-hidden />
              Export as CSV
            </ButtonLink>
          )
        }
      />
      {movements.length === 0 && after === undefined ? (
        <Card>
          <EmptyState icon={Landmark} title="No money has moved yet">
            With the first payment you see here what the payment provider holds for this store, how much of it are sales
            and how much is tax.{environment === 'prod' && ' Payments of the sandbox in prod are never booked.'}
          </EmptyState>
        </Card>
      ) : (
        <div className="flex flex-col gap-6">
          <div className="grid gap-4 md:grid-cols-2">
            {currencyBalances(balances).map((balance) => (
              <BalanceCard key={balance.currency} {...balance} />
            ))}
          </div>
          <CardSection title="Movements" description="Newest first. What has a minus went back to buyers." flush>
            {movements.length > 0 && <MovementTable movements={movements.map(movementLine)} base={base} />}
            <Pagination newest={after === undefined ? undefined : href} older={older && `${href}?before=${older}`} />
          </CardSection>
        </div>
      )}
    </>
  );
}
