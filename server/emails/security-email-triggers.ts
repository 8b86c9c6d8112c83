/** Which events the owner of a store or an account is emailed about, whatever the notification settings say. */
import type { EventRow } from '#server/events/data/events.ts';

export type SecurityEmailTrigger =
  | 'prod_key_created'
  | 'store_handed_over'
  | 'admin_added'
  | 'prod_webhook_added'
  | 'prod_webhook_moved'
  | 'store_suspended'
  /** Reported only where the key turns out to be a test key. */
  | 'changed_by_key';

export type SecurityEvent = Pick<
  EventRow,
  'type' | 'objectType' | 'objectId' | 'environment' | 'data' | 'changes' | 'actor'
>;

/** What to report of an event; undefined where there is nothing. */
export function securityTriggerOf(event: SecurityEvent): SecurityEmailTrigger | undefined {
  const { type, objectType, environment, data, changes, actor } = event;
  // Whatever suspends a store, and whichever event says so: the API, the dashboard or an operator.
  if (objectType === 'store' && changes?.after?.status === 'suspended') return 'store_suspended';
  switch (type) {
    case 'api_key.created':
      return environment === 'prod' ? 'prod_key_created' : undefined;
    case 'store_member.added':
      return data.role === 'admin' ? 'admin_added' : undefined;
    case 'store_member.role_changed':
      if (data.to === 'owner') return 'store_handed_over';
      return data.to === 'admin' ? 'admin_added' : undefined;
    case 'webhook.added':
      return data.testMode === false ? 'prod_webhook_added' : undefined;
    case 'webhook.updated':
      return data.testMode === false && changedFields(event).includes('url') ? 'prod_webhook_moved' : undefined;
    case 'store.updated':
    case 'store.deleted':
    case 'product.published':
    case 'group.published':
      return actor.kind === 'apiKey' ? 'changed_by_key' : undefined;
    default:
      return undefined;
  }
}

/** The names of the fields that an update changed. */
export const changedFields = ({ data }: Pick<SecurityEvent, 'data'>): readonly string[] =>
  Array.isArray(data.changed) ? data.changed.filter((name) => typeof name === 'string') : [];
