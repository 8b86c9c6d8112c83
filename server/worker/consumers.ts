/** The consumers of events, in the order in which they are called. */

import { queueEmails } from '#server/emails/queue-emails.ts';
import { auditTrail } from '#server/events/audit/chain-events.ts';
import type { Consumer } from '#server/events/consumer.ts';
import { queueDeliveries } from '#server/webhooks/queue-deliveries.ts';

export const consumers: readonly Consumer[] = [auditTrail, queueDeliveries(), queueEmails];
