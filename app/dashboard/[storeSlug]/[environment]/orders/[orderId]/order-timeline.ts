/** An order's events as timeline entries. */
import type { TimelineEntry } from '#components/dashboard/orders/timeline.tsx';
import type { Payment } from '#server/billing/payments/payments.ts';
import { merchantReason } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { notificationsByIndex, type Sent } from './order-notifications.ts';

/** An event's title and failure reason. A failed renewal's reason is shown with its payment. */
function describe({ id, type, data }: EventRow, amounts: ReadonlyMap<unknown, string>) {
  const { failureReason, ...rest } = data;
  const title = describeEvent(type, { data: rest, amount: amounts.get(data.paymentId) });
  const hasReason = typeof failureReason === 'string' && !type.startsWith('subscription.');
  return { id, type, title, detail: hasReason ? merchantReason(failureReason, rest.failureCode) : null };
}

/** Whether the event is the start of a refund whose outcome is in the same group. */
const isRedundant = ({ type, data }: EventRow, group: readonly EventRow[]): boolean =>
  type === 'refund.started' && group.some((other) => other.type !== type && other.data.refundId === data.refundId);

const minuteOf = ({ createdAt }: EventRow): number => Math.floor(createdAt.getTime() / 60_000);

/**
 * Turns an order's events (oldest first) into timeline entries (newest first). Events of one actor within a minute share
 * an entry. `sent` adds the emails and webhook deliveries.
 */
export function describeHistory(
  events: readonly EventRow[],
  payments: readonly Payment[],
  sent?: Sent,
): TimelineEntry[] {
  const amounts = new Map<unknown, string>(
    payments.map(({ id, amountMinor, currency }) => [toShortId('PAY', id), formatMoney(amountMinor, currency)]),
  );
  const groups = groupEvents(events);
  const notifications = sent && notificationsByIndex(groups, sent);
  return groups
    .flatMap((group, index) => {
      const [first] = group;
      if (!first) return [];
      const shown = group.filter((event) => !isRedundant(event, group));
      const lines = shown.toReversed().map((event) => describe(event, amounts));
      const caused = notifications?.get(index) ?? [];
      return [{ id: first.id, at: first.createdAt, actor: first.actor.kind, lines, notifications: caused }];
    })
    .toReversed();
}

function groupEvents(events: readonly EventRow[]): EventRow[][] {
  const groups: EventRow[][] = [];
  for (const event of events) {
    const before = groups.at(-1)?.at(-1);
    if (before && minuteOf(before) === minuteOf(event) && before.actor.kind === event.actor.kind) {
      groups.at(-1)?.push(event);
    } else groups.push([event]);
  }
  return groups;
}
