/** The email triggers of events whose data decide whether there is an email, and which. */

import type { Environment } from '#server/domain/environments.ts';
import type { EmailTrigger } from '#server/emails/queue-emails.ts';
import type { Actor, Changes } from './event.ts';

/** What a choice depends on. */
export interface EmailEvent {
  readonly type: string;
  readonly environment: Environment;
  readonly actor: Actor;
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: Changes | null;
}

type Choice = (event: EmailEvent) => EmailTrigger | undefined;

/** The first payment after a trial has a `from`; after a failed one, `subscription.recovered` triggers the email. */
export const activation: Choice = ({ data: { from } }) => {
  if (from === undefined) return 'began';
  return from === 'past_due' ? undefined : 'charged';
};

export const reminder: Choice = ({ data: { emailsBuyer, of } }) => {
  if (emailsBuyer !== true) return undefined;
  return of === 'trial_end' ? 'trial_ending' : 'upcoming_charge';
};

/** A charge that left its subscription past due has `pastDueSince`. */
export const failedCharge: Choice = ({ data: { pastDueSince } }) =>
  typeof pastDueSince === 'string' ? 'charge_failed' : undefined;

/** A buyer who is present sees the decline on the page. */
export const failedChange: Choice = ({ data: { isScheduled } }) =>
  isScheduled === true ? 'plan_change_failed' : undefined;

/** A change by an API key is emailed only if it is a test key, which the composer of the email finds out. */
export const changeByKey: Choice = ({ actor }) => (actor.kind === 'apiKey' ? 'changed_by_key' : undefined);

export const storeUpdate: Choice = (event) =>
  event.changes?.after?.status === 'suspended' ? 'store_suspended' : changeByKey(event);

export const newApiKey: Choice = ({ environment }) => (environment === 'prod' ? 'prod_key_created' : undefined);

/** The nickname grants nothing. */
export const changedApiKey: Choice = ({ environment, data: { changed } }) =>
  environment === 'prod' && Array.isArray(changed) && changed.some((name) => name !== 'nickname')
    ? 'prod_key_changed'
    : undefined;

export const newMember: Choice = ({ data }) => (data.role === 'admin' ? 'admin_added' : undefined);

export const roleChange: Choice = ({ data }) => {
  if (data.to === 'owner') return 'store_handed_over';
  return data.to === 'admin' ? 'admin_added' : undefined;
};

export const newWebhook: Choice = ({ data }) => (data.testMode === false ? 'prod_webhook_added' : undefined);

export const webhookUpdate: Choice = ({ data: { testMode, changed } }) =>
  testMode === false && Array.isArray(changed) && changed.includes('url') ? 'prod_webhook_moved' : undefined;

/** Webhooks that members pause have no `failingSince`. */
export const webhookPause: Choice = ({ data: { failingSince } }) =>
  typeof failingSince === 'string' ? 'webhook_paused' : undefined;

/** Merchants also withdraw their own verification. */
export const rejectedBusiness: Choice = ({ data: { withdrawn } }) =>
  withdrawn === true ? undefined : 'business_reviewed';
