import { ReceiptText } from 'lucide-react';
import type { Metadata } from 'next';
import { AutoRefresh } from '../../../../components/dashboard/auto-refresh.tsx';
import { OrderTable } from '../../../../components/dashboard/orders/order-table.tsx';
import { Checklist } from '../../../../components/dashboard/overview/checklist.tsx';
import { Figures } from '../../../../components/dashboard/overview/figures.tsx';
import { NotEnabled } from '../../../../components/dashboard/overview/not-enabled.tsx';
import { ButtonLink } from '../../../../components/ui/button.tsx';
import { CardSection } from '../../../../components/ui/card.tsx';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';
import { PageHeader } from '../../../../components/ui/page-header.tsx';
import { formatMoney } from '../../../../server/domain/money.ts';
import { readStoreFigures } from '../../../../server/queries/store-figures.ts';
import { listStoreOrders } from '../../../../server/queries/store-orders.ts';
import { requireScope, type ScopeParams } from '../../scope.ts';
import { readFirstSaleSteps } from './first-sale.ts';
import { orderLine } from './order-line.ts';

export const metadata: Metadata = { title: 'Overview' };

const latestShown = 5;

export default async function OverviewPage({ params }: { params: Promise<ScopeParams> }) {
  const found = await requireScope(params);
  const { db, store, environment, scope, base } = found;
  const [figures, latest] = await Promise.all([
    readStoreFigures(db, scope),
    listStoreOrders(db, scope, { limit: latestShown, offset: 0 }),
  ]);
  const { completed = 0, active = 0, trialing = 0, past_due: pastDue = 0, canceling = 0 } = figures.orders;
  const steps = await readFirstSaleSteps(found, completed + active + trialing + pastDue + canceling);
  return (
    <>
      <AutoRefresh />
      <PageHeader title="Overview" description={store.name} />
      <div className="flex flex-col gap-6">
        {environment === 'prod' && !store.prodEnabled && <NotEnabled base={base} />}
        {steps.some(({ isDone }) => !isDone) && <Checklist steps={steps} />}
        <Figures
          orders={figures.orders}
          revenue={figures.revenue.map(({ currency, amountMinor }) => formatMoney(amountMinor, currency))}
          balancesHref={`${base}/balances`}
        />
        <CardSection
          title="Latest orders"
          flush
          action={
            latest.length > 0 && (
              <ButtonLink size="small" variant="ghost" href={`${base}/orders`}>
                All orders
              </ButtonLink>
            )
          }
        >
          {latest.length === 0 ? (
            <EmptyState icon={ReceiptText} title="No orders yet">
              The first one appears here by itself, a few seconds after its buyer starts to pay.
            </EmptyState>
          ) : (
            <OrderTable caption="Latest orders" orders={latest.map(orderLine)} base={base} />
          )}
        </CardSection>
      </div>
    </>
  );
}
