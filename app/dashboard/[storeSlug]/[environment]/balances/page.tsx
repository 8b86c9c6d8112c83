import { Download, Landmark } from 'lucide-react';
import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { BalanceCard } from '#components/dashboard/balances/balance-card.tsx';
import { TransactionTable } from '#components/dashboard/balances/transaction-table.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card, CardSection } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { listBalances, listMovements } from '#server/billing/ledger/data/ledger.ts';
import { currencyBalances, transactionLine } from './balance-lines.ts';

export const metadata: Metadata = { title: 'Balance' };

const pageSize = 50;
/** The sums read the whole ledger, so they are refreshed less often. */
const refreshSeconds = 30;

export default async function BalancesPage({ params, searchParams }: StorePageProps) {
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
        title="Balance"
        description="Sales, refunds and tax by currency. Excludes payouts and provider fees."
        actions={
          movements.length > 0 && (
            <ButtonLink href={`${href}/export`} download prefetch={false}>
              <Download className="size-4" aria-hidden />
              Export CSV
            </ButtonLink>
          )
        }
      />
      {movements.length === 0 && after === undefined ? (
        <Card>
          <EmptyState icon={Landmark} title="No transactions yet">
            After the first payment, your balance appears here with sales, refunds and tax.
            {environment === 'prod' && ' Sandbox payments are not included.'}
          </EmptyState>
        </Card>
      ) : (
        <div className="flex flex-col gap-6">
          <div className="grid gap-4 md:grid-cols-2">
            {currencyBalances(balances).map((balance) => (
              <BalanceCard key={balance.currency} {...balance} />
            ))}
          </div>
          <CardSection title="Transactions" description="Negative amounts are refunds." flush>
            {movements.length > 0 && <TransactionTable transactions={movements.map(transactionLine)} base={base} />}
            <Pagination newest={after === undefined ? undefined : href} older={older && `${href}?before=${older}`} />
          </CardSection>
        </div>
      )}
    </>
  );
}
