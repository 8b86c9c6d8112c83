/** All who hear of events, in the order in which they are told. */
import { auditTrail } from '../audit/chain-events.ts';
import { queueNotices } from '../notices/queue-notices.ts';
import { queueSecurityNotices } from '../notices/queue-security-notices.ts';
import { queueDeliveries } from '../webhooks/queue-deliveries.ts';
import type { Consumer } from './consumer.ts';

export const consumers: readonly Consumer[] = [auditTrail, queueDeliveries(), queueNotices, queueSecurityNotices];
