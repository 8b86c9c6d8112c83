/** What happened to an order, as its page tells it. */
import type { StoryMoment } from '#components/dashboard/orders/timeline.tsx';
import type { Payment } from '#server/billing/payments/payments.ts';
import { merchantReason } from '#server/domain/declines.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { describeEvent } from '#server/events/rules/event-words.ts';
import { followUpsOf, type Told } from './what-was-told.ts';

/** What one event says: a title, and why, where something went wrong. Of a charge that failed the payment says it. */
function tell({ id, type, data }: EventRow, amounts: ReadonlyMap<unknown, string>) {
  const { failureReason, ...rest } = data;
  const title = describeEvent(type, { data: rest, amount: amounts.get(data.paymentId) });
  const isTold = typeof failureReason === 'string' && !type.startsWith('subscription.');
  return { id, type, title, detail: isTold ? merchantReason(failureReason, rest.failureCode) : null };
}

/** Whether what came of that payment or refund is told at the same moment: then its start says nothing. */
const isToldAnyway = ({ type, data }: EventRow, together: readonly EventRow[]): boolean =>
  (type === 'payment.started' &&
    together.some((other) => other.type !== type && other.data.paymentId === data.paymentId)) ||
  (type === 'refund.started' && together.some((other) => other.type !== type && other.data.refundId === data.refundId));

const minuteOf = ({ createdAt }: EventRow): number => Math.floor(createdAt.getTime() / 60_000);

/**
 * An order's events, given oldest first, as moments, newest first: what one and the same did within a minute stands
 * together, as it happened together. With them stands who was told of it, where that is given.
 */
export function describeHistory(events: readonly EventRow[], payments: readonly Payment[], told?: Told): StoryMoment[] {
  const amounts = new Map<unknown, string>(
    payments.map(({ id, amountMinor, currency }) => [toShortId('PAY', id), formatMoney(amountMinor, currency)]),
  );
  const moments = momentsOf(events);
  const followUps = told && followUpsOf(moments, told);
  return moments
    .flatMap((together, place) => {
      const [first] = together;
      if (!first) return [];
      const toTell = together.filter((event) => !isToldAnyway(event, together));
      const tellings = toTell.toReversed().map((event) => tell(event, amounts));
      const followed = followUps?.get(place) ?? [];
      return [{ id: first.id, at: first.createdAt, actor: first.actor.kind, tellings, followUps: followed }];
    })
    .toReversed();
}

function momentsOf(events: readonly EventRow[]): EventRow[][] {
  const moments: EventRow[][] = [];
  for (const event of events) {
    const before = moments.at(-1)?.at(-1);
    if (before && minuteOf(before) === minuteOf(event) && before.actor.kind === event.actor.kind) {
      moments.at(-1)?.push(event);
    } else moments.push([event]);
  }
  return moments;
}
