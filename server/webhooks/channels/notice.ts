/** A short summary of a delivery for people in a chat, in English like the dashboard. */
import { merchantReason } from '#server/domain/declines.ts';
import { formatDisplayed } from '#server/domain/money.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { type WebhookEvent, webhookEventDefinition } from '../rules/webhook-events.ts';

export interface Notice {
  /** What happened, marked if it was in test or paid through the sandbox. */
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'neutral';
  /** Label and value. Names from others are quoted, on one line, and contain no links. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** ISO 8601. */
  readonly at: string;
  /** The order in the dashboard; null without one. */
  readonly orderUrl: string | null;
}

/** The fields of a webhook's body that a notice uses. */
interface NoticeSource {
  readonly eventType: WebhookEvent;
  readonly timestamp: string;
  readonly storeName: string;
  readonly mode: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** No email address is longer. */
const maxAddressLength = 320;

/** Marks events in which no real money moved. */
const markOf = (mode: string, provider: unknown): string =>
  mode === 'test' ? '[Test] ' : provider === 'sandbox' ? '[Sandbox] ' : '';

/** Summarizes a webhook's body. `orderUrl` returns an order's address in the dashboard. */
export function noticeOf(body: string, orderUrl: (orderId: string) => string | null): Notice {
  const { eventType, timestamp, storeName, mode, data } = JSON.parse(body) as NoticeSource;
  const { title, tone } = webhookEventDefinition(eventType);
  const text = (field: string): string | undefined => (typeof data[field] === 'string' ? data[field] : undefined);
  const orderId = text('orderId');
  const amount = text('refundedAmount') ?? text('chargedAmount') ?? text('amount');
  const [product, buyer] = [text('productName'), text('buyerEmail')];
  const declined = text('paymentFailureReason');
  const reason = text('refundReason') ?? (declined && merchantReason(declined));
  const facts: [string, string | undefined][] = [
    ['Store', quotedName(storeName)],
    ['Product', product && quotedName(product)],
    ['Amount', amount && formatDisplayed(amount, text('currency') ?? '')],
    ['Customer', buyer?.replace(/\s+/g, ' ').slice(0, maxAddressLength)],
    ['Reason', reason && plainName(reason)],
    ['Order', orderId],
  ];
  return {
    title: markOf(mode, data.provider) + title,
    tone,
    facts: facts.flatMap(([label, value]) => (value ? [[label, value] as const] : [])),
    at: timestamp,
    orderUrl: orderId === undefined ? null : orderUrl(orderId),
  };
}
