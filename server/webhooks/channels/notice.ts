/** A delivery in a few words, for people who read it in a chat. English, as the dashboard is. */
import { merchantReason } from '#server/domain/declines.ts';
import { formatDisplayed } from '#server/domain/money.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { type WebhookEvent, webhookEventDefinition } from '../rules/webhook-events.ts';

export interface Notice {
  /** What happened; says so where it was in test, or paid through the sandbox. */
  readonly title: string;
  readonly tone: 'good' | 'bad' | 'neutral';
  /** Label and value. Names that others gave are in quotes, on one line, and hold no link. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** ISO 8601. */
  readonly at: string;
  /** The order in the dashboard; null: there is none to show. */
  readonly orderUrl: string | null;
}

/** The part of a webhook's body that a notice is made of. */
interface Told {
  readonly eventType: WebhookEvent;
  readonly timestamp: string;
  readonly storeName: string;
  readonly mode: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The longest address of an email is shorter. */
const maxAddressLength = 320;

/** No money moved in either. */
const markOf = (mode: string, provider: unknown): string =>
  mode === 'test' ? '[Test] ' : provider === 'sandbox' ? '[Sandbox] ' : '';

/** What a webhook's body says. `orderUrl` is where the dashboard shows an order. */
export function noticeOf(body: string, orderUrl: (orderId: string) => string | null): Notice {
  const { eventType, timestamp, storeName, mode, data } = JSON.parse(body) as Told;
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
    ['Buyer', buyer?.replace(/\s+/g, ' ').slice(0, maxAddressLength)],
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
