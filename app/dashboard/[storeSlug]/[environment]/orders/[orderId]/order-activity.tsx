import { Timeline } from '#components/dashboard/orders/timeline.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import type { OrderHistory } from '#server/billing/orders/data/order-history.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { describeHistory } from './order-timeline.ts';

/** Events per page of the timeline. */
export const eventsShown = 60;

/** The timeline page in an address: events before that sequence number. */
export const eventPageIn = (input: string | string[] | undefined): number | undefined =>
  typeof input === 'string' && /^[1-9]\d{0,8}$/.test(input) ? Number(input) : undefined;

interface OrderActivityProps {
  history: OrderHistory;
  payments: readonly Payment[];
  customer: string | null;
  /** The path of the store's pages and the order's Short ID. */
  base: string;
  id: string;
  /** Whether this is not the first page of the timeline. */
  isOlder: boolean;
}

/** An order's paginated timeline with its emails and webhook deliveries. */
export function OrderActivity({ history, payments, customer, base, id, isOlder }: OrderActivityProps) {
  const href = `${base}/orders/${id}`;
  const all = [
    [`${base}/emails?order=${id}`, 'View sent emails'],
    [`${base}/webhooks/deliveries?order=${id}`, 'Webhook deliveries'],
  ] as const;
  return (
    <CardSection title="Activity">
      <Timeline
        entries={describeHistory(history.events.toReversed(), payments, { ...history, customerEmail: customer, base })}
      />
      <div className="-mx-4 mt-4 empty:hidden sm:-mx-5">
        <Pagination
          newest={isOlder ? href : undefined}
          older={history.older === undefined ? undefined : `${href}?before=${history.older}`}
        />
      </div>
      <ul className="mt-4 flex flex-wrap gap-x-4 border-t border-border pt-3 text-sm">
        {all.map(([to, name]) => (
          <li key={to}>
            <Link href={to} className="inline-block py-1 text-link underline underline-offset-2">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
