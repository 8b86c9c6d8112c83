/** What was told of an order, each with the moment of its story that it belongs to. */
import { kindWord, statusWords } from '#components/dashboard/emails/email-words.ts';
import type { FollowUp } from '#components/dashboard/orders/follow-ups.tsx';
import {
  type HistoryDelivery,
  type HistoryEmail,
  type OrderHistory,
  recordedAt,
} from '#server/billing/orders/data/order-history.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { noticeKinds } from '#server/events/rules/email.ts';
import { hostOf } from '#server/webhooks/rules/webhook-log.ts';

/** What was told, who bought, and where the store's pages begin. */
export interface Told extends Pick<OrderHistory, 'emails' | 'deliveries'> {
  readonly buyer: string | null;
  readonly base: string;
}

/** So many deliveries of one moment are told one by one; more of them in a line. */
const maxShown = 3;
/** These go to the owner, who may have bought it to try it out. */
const notices: ReadonlySet<string | null> = new Set(noticeKinds);

/** What follows at once needs no time of its own. */
const atOnceMs = 60_000;

/** Whether there is more to come within moments: somebody is about to be told, or something happened just now. */
export const isBeingTold = ({ events: [newest], emails, deliveries }: OrderHistory, realNow: Date): boolean =>
  (newest !== undefined && realNow.getTime() - recordedAt(newest).getTime() < atOnceMs) ||
  emails.some(({ status }) => status === 'queued') ||
  deliveries.some(({ status, attempts }) => status === 'pending' && attempts === 0);

/** What followed each of those moments, given oldest first, by the moment's place: emails before deliveries. */
export function followUpsOf(
  moments: readonly (readonly EventRow[])[],
  { emails, deliveries, buyer, base }: Told,
): ReadonlyMap<number, readonly FollowUp[]> {
  const placeOf = new Map(moments.flatMap((together, place) => together.map(({ id }) => [id, place] as const)));
  /** Of what is not known to follow one event: the last moment that had come by then. */
  const placeAt = (at: Date): number =>
    Math.max(
      0,
      moments.findLastIndex((together) => together.some((event) => recordedAt(event) <= at)),
    );
  const mailed = Map.groupBy(emails, ({ eventId, createdAt }) => placeOf.get(eventId ?? '') ?? placeAt(createdAt));
  const delivered = Map.groupBy(deliveries, ({ eventId }) => placeOf.get(eventId ?? '') ?? 0);
  const found = moments.map((together, place): [number, FollowUp[]] => {
    const last = together.at(-1);
    const after = last ? recordedAt(last).getTime() + atOnceMs : 0;
    const late = (at: Date): Date | null => (at.getTime() > after ? at : null);
    const sent = (mailed.get(place) ?? []).toReversed().map((email) => ({
      ...emailTold(email, buyer, base),
      at: late(email.createdAt),
    }));
    return [place, [...sent, ...deliveriesTold(delivered.get(place) ?? [], base, late)]];
  });
  return new Map(found);
}

const emailTold = ({ id, kind, recipient, status }: HistoryEmail, buyer: string | null, base: string) => ({
  id,
  channel: 'email' as const,
  what: kindWord(kind),
  whom: !notices.has(kind) && recipient.toLowerCase() === buyer?.toLowerCase() ? 'the buyer' : recipient,
  fate: statusWords[status],
  hasFailed: status === 'failed',
  href: `${base}/emails/${id}`,
});

function deliveriesTold(
  deliveries: readonly HistoryDelivery[],
  base: string,
  late: (at: Date) => Date | null,
): FollowUp[] {
  const [first] = deliveries;
  if (!first || deliveries.length <= maxShown)
    return deliveries.toReversed().map((delivery) => ({
      id: delivery.id,
      channel: 'webhook',
      what: delivery.eventType,
      whom: delivery.url === null ? 'a webhook that was removed' : hostOf(delivery.url),
      fate: fateOf(delivery),
      hasFailed: delivery.status === 'failed',
      href: `${base}/webhooks/deliveries/${delivery.id}`,
      at: late(delivery.createdAt),
    }));
  const counted = (status: HistoryDelivery['status']) => deliveries.filter((each) => each.status === status).length;
  const fates = [
    [counted('success'), 'arrived'],
    [counted('pending'), 'on their way'],
    [counted('failed'), 'failed'],
  ] as const;
  return [
    {
      id: first.id,
      channel: 'webhook',
      what: `${deliveries.length} deliveries`,
      whom: 'webhooks',
      fate: fates.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', '),
      hasFailed: counted('failed') > 0,
      href: `${base}/webhooks/deliveries?${new URLSearchParams({ order: toShortId('ORD', first.orderId) })}`,
      at: null,
    },
  ];
}

function fateOf({ status, attempts }: HistoryDelivery): string {
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  if (status === 'success') return attempts > 1 ? `Arrived after ${tries}` : 'Arrived';
  if (status === 'failed') return attempts > 0 ? `Failed after ${tries}` : 'Failed';
  return attempts > 0 ? `Not arrived yet, ${tries}` : 'On its way';
}
