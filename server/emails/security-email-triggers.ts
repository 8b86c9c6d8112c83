/** Which events the owner of a store or an account is emailed about, whatever the notification settings say. */
import type { EventRow } from '#server/events/data/events.ts';
import { definitionOf } from '#server/events/rules/registry.ts';

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

/** What has to be true of an event beside its type. */
export const securityConditions: Readonly<Record<SecurityEmailTrigger, (event: SecurityEvent) => boolean>> = {
  // By the API, the dashboard or an operator.
  store_suspended: ({ changes }) => changes?.after?.status === 'suspended',
  prod_key_created: ({ environment }) => environment === 'prod',
  store_handed_over: ({ data }) => data.to === 'owner',
  // A new member has a role; a member of another role has the one changed to.
  admin_added: ({ data }) => (data.role ?? data.to) === 'admin',
  prod_webhook_added: ({ data }) => data.testMode === false,
  prod_webhook_moved: (event) => event.data.testMode === false && changedFields(event).includes('url'),
  changed_by_key: ({ actor }) => actor.kind === 'apiKey',
};

/** What to report of an event; undefined where there is nothing. */
export const securityTriggerOf = (event: SecurityEvent): SecurityEmailTrigger | undefined =>
  definitionOf(event.type)?.security?.find((trigger) => securityConditions[trigger](event));

/** The names of the fields that an update changed. */
export const changedFields = ({ data }: Pick<SecurityEvent, 'data'>): readonly string[] =>
  Array.isArray(data.changed) ? data.changed.filter((name) => typeof name === 'string') : [];
