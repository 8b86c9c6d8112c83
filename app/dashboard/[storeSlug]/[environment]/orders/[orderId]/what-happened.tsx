import { Timeline } from '#components/dashboard/orders/timeline.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import type { OrderHistory } from '#server/billing/orders/data/order-history.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { describeHistory } from './order-story.ts';

/** So many events a part of the story has: a subscription goes on for years. */
export const eventsShown = 60;

/** The part of the story that an address asks for: before the event of that number. */
export const partIn = (given: string | string[] | undefined): number | undefined =>
  typeof given === 'string' && /^[1-9]\d{0,8}$/.test(given) ? Number(given) : undefined;

interface WhatHappenedProps {
  story: OrderHistory;
  payments: readonly Payment[];
  buyer: string | null;
  /** Where the store's pages begin, and the order's Short ID. */
  base: string;
  id: string;
  /** Whether this is an older part of the story. */
  isOlder: boolean;
}

/** Everything that happened to the order, and who was told of it; a part at a time. */
export function WhatHappened({ story, payments, buyer, base, id, isOlder }: WhatHappenedProps) {
  const href = `${base}/orders/${id}`;
  const all = [
    [`${base}/emails?order=${id}`, 'All emails'],
    [`${base}/webhooks/deliveries?order=${id}`, 'What webhooks were told of it'],
  ] as const;
  return (
    <CardSection title="What happened" description="Newest first, with who was told of it.">
      {story.events.length === 0 && <p className="text-sm text-muted">Nothing is noted here.</p>}
      <Timeline moments={describeHistory(story.events.toReversed(), payments, { ...story, buyer, base })} />
      <div className="-mx-4 mt-4 empty:hidden sm:-mx-5">
        <Pagination
          newest={isOlder ? href : undefined}
          older={story.older === undefined ? undefined : `${href}?before=${story.older}`}
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
