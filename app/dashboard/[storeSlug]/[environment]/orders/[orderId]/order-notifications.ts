/** Assigns an order's emails and webhook deliveries to the timeline entries that caused them. */
import { kindWord, statusWords } from '#components/dashboard/emails/email-words.ts';
import type { OrderNotification } from '#components/dashboard/orders/order-notifications.tsx';
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

/** An order's emails and deliveries, the customer's email address and the path of the store's pages. */
export interface Sent extends Pick<OrderHistory, 'emails' | 'deliveries'> {
  readonly customerEmail: string | null;
  readonly base: string;
}

/** More deliveries of one entry are summarized in one line. */
const maxDeliveries = 3;
/** Notices go to the owner, who may also be the customer of a test order. */
const notices: ReadonlySet<string | null> = new Set(noticeKinds);

/** Notifications within this time after their event are shown without a time. */
const immediateMs = 60_000;

/** Whether the timeline is likely to change soon: a recent event, a queued email or an unattempted delivery. */
export const isUpdating = ({ events: [newest], emails, deliveries }: OrderHistory, realNow: Date): boolean =>
  (newest !== undefined && realNow.getTime() - recordedAt(newest).getTime() < immediateMs) ||
  emails.some(({ status }) => status === 'queued') ||
  deliveries.some(({ status, attempts }) => status === 'pending' && attempts === 0);

/** The notifications of each group of events (oldest first) by the group's index, emails before deliveries. */
export function notificationsByIndex(
  groups: readonly (readonly EventRow[])[],
  { emails, deliveries, customerEmail, base }: Sent,
): ReadonlyMap<number, readonly OrderNotification[]> {
  const indexByEvent = new Map(groups.flatMap((group, index) => group.map(({ id }) => [id, index] as const)));
  /** The last group recorded before `at`, for emails without an event. */
  const indexAt = (at: Date): number =>
    Math.max(
      0,
      groups.findLastIndex((group) => group.some((event) => recordedAt(event) <= at)),
    );
  const mailed = Map.groupBy(emails, ({ eventId, createdAt }) => indexByEvent.get(eventId ?? '') ?? indexAt(createdAt));
  const delivered = Map.groupBy(deliveries, ({ eventId }) => indexByEvent.get(eventId ?? '') ?? 0);
  const found = groups.map((group, index): [number, OrderNotification[]] => {
    const last = group.at(-1);
    const after = last ? recordedAt(last).getTime() + immediateMs : 0;
    const late = (at: Date): Date | null => (at.getTime() > after ? at : null);
    const sent = (mailed.get(index) ?? []).toReversed().map((email) => ({
      ...emailNotification(email, customerEmail, base),
      at: late(email.createdAt),
    }));
    return [index, [...sent, ...deliveryNotifications(delivered.get(index) ?? [], base, late)]];
  });
  return new Map(found);
}

const emailNotification = (
  { id, kind, recipient, status }: HistoryEmail,
  customerEmail: string | null,
  base: string,
) => ({
  id,
  channel: 'email' as const,
  name: kindWord(kind),
  recipient:
    !notices.has(kind) && recipient.toLowerCase() === customerEmail?.toLowerCase() ? 'the customer' : recipient,
  status: statusWords[status],
  hasFailed: status === 'failed',
  href: `${base}/emails/${id}`,
});

function deliveryNotifications(
  deliveries: readonly HistoryDelivery[],
  base: string,
  late: (at: Date) => Date | null,
): OrderNotification[] {
  const [first] = deliveries;
  if (!first || deliveries.length <= maxDeliveries)
    return deliveries.toReversed().map((delivery) => ({
      id: delivery.id,
      channel: 'webhook',
      name: delivery.eventType,
      recipient: delivery.url === null ? 'a deleted webhook' : hostOf(delivery.url),
      status: statusOf(delivery),
      hasFailed: delivery.status === 'failed',
      href: `${base}/webhooks/deliveries/${delivery.id}`,
      at: late(delivery.createdAt),
    }));
  const counted = (status: HistoryDelivery['status']) => deliveries.filter((each) => each.status === status).length;
  const counts = [
    [counted('success'), 'delivered'],
    [counted('pending'), 'pending'],
    [counted('failed'), 'failed'],
  ] as const;
  return [
    {
      id: first.id,
      channel: 'webhook',
      name: `${deliveries.length} deliveries`,
      recipient: 'webhooks',
      status: counts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', '),
      hasFailed: counted('failed') > 0,
      href: `${base}/webhooks/deliveries?${new URLSearchParams({ order: toShortId('ORD', first.orderId) })}`,
      at: null,
    },
  ];
}

function statusOf({ status, attempts }: HistoryDelivery): string {
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  if (status === 'success') return attempts > 1 ? `Delivered after ${tries}` : 'Delivered';
  if (status === 'failed') return attempts > 0 ? `Failed after ${tries}` : 'Failed';
  return attempts > 0 ? `Pending after ${tries}` : 'Pending';
}
