/** The `eventId` of payloads. It identifies what happened by its object, and is the same for all webhooks. */
import { isPaymentEvent, type WebhookEvent } from './webhook-events.ts';

/** What happened, with Short IDs. */
interface Occurrence {
  readonly eventType: WebhookEvent;
  readonly orderId: string;
  /** The payment of a payment event. */
  readonly paymentId: string | undefined;
  readonly refundId: string | undefined;
  /** The day on which the current period starts, as `2026-11-01`. */
  readonly periodStart: string | undefined;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** The payment or refund, or the order, with a suffix if the change can repeat. */
export function eventIdOf({ eventType, orderId, paymentId, refundId, periodStart, timestamp }: Occurrence): string {
  if (refundId) return refundId;
  if (paymentId && isPaymentEvent(eventType)) return paymentId;
  if (eventType === 'subscription.activated' || eventType === 'subscription.canceled') return orderId;
  if (periodStart && eventType === 'subscription.renewed') return `${orderId}-renewed-${periodStart}`;
  return `${orderId}-${timestamp}`;
}
