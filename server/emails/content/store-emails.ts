/** Emails to store owners about reviews, selling in prod, and webhooks. */

import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import { type Draft, type DraftPart, englishDraft, lookOf, serviceLook } from '#server/events/rules/email-content.ts';
import { settings } from '#server/platform/settings.ts';
import type { Store } from '#server/stores/stores.ts';
import type { OwnerEmailFacts, Reader } from '../owner-email-facts.ts';

const pageOf = ({ slug }: Store, page: string): string => `${settings().appUrl}/dashboard/${slug}/prod/${page}`;

const dashboardButton = (url: string): DraftPart => ({ kind: 'button', label: 'Open the dashboard', url });

/** An operator decided a business verification or a sender. */
function reviewEmail(
  { store, event: { data } }: OwnerEmailFacts,
  reader: Reader,
  review: { readonly subject: string; readonly outcome: (storeName: string) => string; readonly page: string },
): Draft | undefined {
  if (!store) return undefined;
  const note = typeof data.note === 'string' ? data.note : null;
  return englishDraft(serviceLook, {
    subject: review.subject,
    parts: [
      `Hello ${plainName(reader.name)},`,
      review.outcome(quotedName(store.name)),
      note !== null && 'Note from the reviewer:',
      note,
      dashboardButton(pageOf(store, review.page)),
    ],
  });
}

export const businessReviewed = (facts: OwnerEmailFacts, reader: Reader): Draft | undefined =>
  reviewEmail(facts, reader, {
    subject: 'Your business verification',
    outcome: (storeName) =>
      facts.event.type === 'kyb_ticket.succeeded'
        ? `The business behind your store ${storeName} is verified. It can now sell in live mode.`
        : `The business behind your store ${storeName} could not be verified. You can correct the details and submit them again.`,
    page: 'verification',
  });

export const senderReviewed = (facts: OwnerEmailFacts, reader: Reader): Draft | undefined =>
  reviewEmail(facts, reader, {
    subject: 'Your sender was reviewed',
    outcome: (storeName) =>
      `${String(facts.event.data.name)} was ${facts.event.type === 'sender.bound' ? 'approved' : 'not approved'} as a sender of your store ${storeName}.`,
    page: 'senders',
  });

/** The subject and the text by event type; `name` is the store's. */
const standings: Readonly<Record<string, (name: string) => readonly [subject: string, text: string]>> = {
  'store.prod_suspended': (name) => [
    'Your store is suspended',
    `The operator has suspended live mode of your store ${name}. It cannot sell, and renewals are postponed. Test mode still works.`,
  ],
  'store.prod_reinstated': (name) => [
    'Your store is reinstated',
    `The operator has reinstated live mode of your store ${name}.`,
  ],
  'store.prod_disabled': (name) => [
    'Live mode disabled',
    `Your store ${name} can no longer sell in live mode. Open checkouts cannot be paid. Existing subscriptions still renew.`,
  ],
  'store.prod_enabled': (name) => ['Live mode enabled', `Your store ${name} can now sell in live mode.`],
  'account.suspended': () => [
    'Your account is suspended',
    'The operator has suspended your account. Your stores cannot sell in live mode, and renewals are postponed. You can still sign in and view your data.',
  ],
  'account.reinstated': () => [
    'Your account is reinstated',
    'The operator has reinstated your account. Your stores can sell in live mode again, except those that are suspended individually.',
  ],
};

/** An operator suspended or reinstated a store or an account, or changed whether a store may sell in prod. */
export function standingChanged({ store, event: { type, data } }: OwnerEmailFacts, reader: Reader): Draft | undefined {
  const texts = standings[type]?.(quotedName(store?.name ?? ''));
  if (!texts) return undefined;
  const [subject, text] = texts;
  const reason = typeof data.reason === 'string' ? data.reason : null;
  return englishDraft(serviceLook, {
    subject,
    parts: [
      `Hello ${plainName(reader.name)},`,
      text,
      reason !== null && 'Reason:',
      reason !== null && { kind: 'quote', text: reason },
      dashboardButton(store ? pageOf(store, 'verification') : `${settings().appUrl}/dashboard`),
    ],
  });
}

/** A webhook is paused because all deliveries failed. Only the host of its address is shown: the rest may be a password. */
export function webhookPaused({ store, event }: OwnerEmailFacts, reader: Reader): Draft | undefined {
  const { environment, objectId, data } = event;
  if (!store || typeof data.failingSince !== 'string') return undefined;
  const since = data.failingSince.slice(0, 16).replace('T', ' ');
  const isTest = environment === 'test';
  const text = `The webhook of your store ${quotedName(store.name)} to ${String(data.host)} has been failing since ${since} UTC. It is paused, so no more events are sent to it.`;
  return englishDraft(lookOf(store), {
    subject: 'Webhook paused',
    mark: isTest && 'Test',
    parts: [
      `Hello ${plainName(reader.name)},`,
      isTest ? `${text}\nThe webhook belongs to the test environment.` : text,
      `Last failure: ${String(data.lastError).replace(/\p{Cc}+/gu, ' ')}`,
      'No events are lost. Failed deliveries and new events are stored. When your endpoint works again, resume the webhook to deliver all of them:',
      {
        kind: 'button',
        label: 'Open the webhook',
        url: `${settings().appUrl}/dashboard/${store.slug}/${environment}/webhooks/${objectId}`,
      },
    ],
  });
}
