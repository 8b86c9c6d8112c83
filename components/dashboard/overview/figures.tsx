import Link from 'next/link';
import type { OrderStatus } from '../../../server/domain/order.ts';
import { Card } from '../../ui/card.tsx';
import { OrderBadge } from '../status-badge.tsx';

const always = ['completed', 'pending', 'canceled', 'expired'] as const satisfies readonly OrderStatus[];
/** Of subscriptions only: shown where there are any. */
const ofSubscriptions = ['active', 'trialing', 'past_due', 'canceling'] as const satisfies readonly OrderStatus[];

interface FiguresProps {
  /** One amount per currency, ready to read. */
  revenue: readonly string[];
  orders: Readonly<Partial<Record<OrderStatus, number>>>;
  /** Where it says what refunds and tax leave of that. */
  balancesHref: string;
}

/** What came in, and how orders stand. */
export function Figures({ revenue, orders, balancesHref }: FiguresProps) {
  const statuses: readonly OrderStatus[] = [...ofSubscriptions.filter((status) => orders[status]), ...always];
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Card className="p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 text-sm">
          <h2 className="text-muted">Payments, with tax and before refunds</h2>
          <Link href={balancesHref} className="text-link underline underline-offset-2">
            Balances
          </Link>
        </div>
        {revenue.length === 0 ? (
          <p className="mt-2 text-2xl font-semibold text-muted">None yet</p>
        ) : (
          <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
            {revenue.map((amount) => (
              <li key={amount} className="text-2xl font-semibold tracking-tight tabular-nums wrap-anywhere">
                {amount}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card className="p-5">
        <h2 className="text-sm text-muted">Orders</h2>
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
          {statuses.map((status) => (
            <div key={status} className="flex flex-row-reverse items-center justify-end gap-2">
              <dt>
                <OrderBadge status={status} />
              </dt>
              <dd className="text-lg font-semibold tabular-nums">{orders[status] ?? 0}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}
