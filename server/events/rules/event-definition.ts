/** A row of the event registry. Triggers and webhook events are named by type: an unknown one does not compile. */
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { EmailTrigger } from '#server/emails/queue-emails.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import type { EmailEvent } from './email-choices.ts';
import type { EventLabel } from './event-labels.ts';

export interface EventDefinition {
  /** The type of `objectId`. */
  readonly object: string;
  /** For timelines and the audit log; without a final period. */
  readonly label: EventLabel;
  /** In the timeline of an order. Absent: `receipt-text`. */
  readonly icon?: string;
  /** The name for webhooks, if any; by product type where it differs. */
  readonly webhook?: WebhookEvent | Readonly<Record<ProductType, WebhookEvent | null>>;
  /** The emails that follow, if any: a row of the tables in `server/emails`. */
  readonly email?: EmailTrigger | ((event: EmailEvent) => EmailTrigger | undefined);
}
