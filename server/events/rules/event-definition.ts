/** What the registry says of a type of event. Names of modules above are types: a wrong one does not compile. */
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { OrderEmailTrigger } from '#server/emails/email-triggers.ts';
import type { SecurityEmailTrigger } from '#server/emails/security-email-triggers.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import type { EventLabel } from './event-labels.ts';

/** The emails about refunds that no switch of the owner turns off. */
export type RefundEmailTrigger = 'refund_made' | 'refund_failed' | 'refund_not_booked';

export interface EventDefinition {
  /** What the event happened to: the type of its `objectId`. */
  readonly object: string;
  /** For timelines and the audit trail; without a full stop. */
  readonly label: EventLabel;
  /** In the timeline of an order. Absent: `receipt-text`. */
  readonly icon?: string;
  /** The name for webhooks, if any; by product type where it differs. */
  readonly webhook?: WebhookEvent | Readonly<Record<ProductType, WebhookEvent | null>>;
  /** The email to the buyer and the notice to the store's owner, if any. */
  readonly email?: OrderEmailTrigger | ((data: Readonly<Record<string, unknown>>) => OrderEmailTrigger | undefined);
  /** The email about a refund: to the buyer where it was made, to the owner where it was not. */
  readonly refundEmail?: RefundEmailTrigger;
  /** Emails to owners about what could be an attack: the first one whose condition holds. */
  readonly security?: readonly SecurityEmailTrigger[];
}
