/** All who hear of events, in the order in which they are told. */

import { queueNotices } from '#server/emails/queue-order-emails.ts';
import { queueRefundEmails } from '#server/emails/queue-refund-emails.ts';
import { queueSecurityNotices } from '#server/emails/queue-security-emails.ts';
import { auditTrail } from '#server/events/audit/chain-events.ts';
import type { Consumer } from '#server/events/consumer.ts';
import { queueDeliveries } from '#server/webhooks/queue-deliveries.ts';

export const consumers: readonly Consumer[] = [
  auditTrail,
  queueDeliveries(),
  queueNotices,
  queueRefundEmails,
  queueSecurityNotices,
];
