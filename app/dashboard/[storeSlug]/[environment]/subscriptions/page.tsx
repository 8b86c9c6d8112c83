import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { type SubscriptionLine, SubscriptionTable } from '#components/dashboard/orders/subscription-table.tsx';
import type { ListedOrder } from '#server/billing/orders/data/order-search.ts';
import { plannedPeriodEnd } from '#server/billing/subscriptions/rules/pause.ts';
import { isRenewing, isTerminal } from '#server/billing/subscriptions/rules/subscription-order.ts';
import { readClock } from '#server/platform/clock.ts';
import { storeTime } from '#server/stores/rules/test-clock.ts';
import { listedOrderLine } from '../order-line.ts';
import { OrderList } from '../orders/order-list.tsx';

export const metadata: Metadata = { title: 'Subscriptions' };

export default async function SubscriptionsPage({ params, searchParams }: StorePageProps) {
  const account = await requireScope(params, '/subscriptions');
  const { store, environment, base } = account;
  const now = storeTime(store, environment, readClock());
  return (
    <OrderList
      account={account}
      search={await searchParams}
      list="subscriptions"
      title="Subscriptions"
      description="Active, past-due and ending subscriptions."
      table={(orders) => (
        <SubscriptionTable
          caption="Subscriptions"
          subscriptions={orders.map((order) => subscriptionLine(order, now))}
          base={base}
        />
      )}
    />
  );
}

function subscriptionLine(order: ListedOrder, now: Date): SubscriptionLine {
  const { id, statuses, productName, total, interval } = listedOrderLine(order);
  const { status, currentPeriodStart: start, nextChargeAt, pastDueSince, pausedAt, resumesAt } = order;
  const end = plannedPeriodEnd(order);
  const charged = isRenewing(status) && end && end > now ? end : null;
  return {
    id,
    statuses,
    productName,
    total,
    interval,
    customer: order.buyerEmail ?? order.buyerIdentity,
    period: start && end && !isTerminal(status) ? { start, end } : null,
    nextChargeAt: status === 'past_due' ? nextChargeAt : charged,
    pastDueSince,
    pause: pausedAt && { until: resumesAt },
  };
}
