/** Emails about possible attacks: what happened, who did it, when, from where, and what to do. */

import { momentInWords } from '#server/domain/day-words.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { describeActor } from '#server/events/rules/audit-words.ts';
import { type Draft, type DraftPart, englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { settings } from '#server/platform/settings.ts';
import type { OwnerEmailFacts, Reader } from '../owner-email-facts.ts';

type SecurityTrigger =
  | 'prod_key_created'
  | 'prod_key_changed'
  | 'store_handed_over'
  | 'admin_added'
  | 'prod_webhook_added'
  | 'prod_webhook_moved'
  | 'store_suspended'
  | 'changed_by_key';

interface Alert {
  readonly subject: string;
  readonly text: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly advice: string;
  /** A page of the dashboard: of the store in prod, or of the account. */
  readonly page: readonly [label: string, path: string];
}

const securePassword = 'and set a new password for your account';

/** Composes the email of that trigger for one reader; undefined where none is due. */
export const securityEmail =
  (trigger: SecurityTrigger) =>
  (facts: OwnerEmailFacts, reader: Reader): Draft | undefined => {
    const { event, names, store, isByTestKey } = facts;
    if (trigger === 'changed_by_key' && !isByTestKey) return undefined;
    const { subject, text, facts: details = [], advice, page } = describe(trigger, facts, reader);
    const [label, path] = page;
    const by = `${describeActor(event.actor, names)}${isByTestKey ? ', a test key' : ''}`;
    // Merchants do not learn from where the service's operators work.
    const from = event.actor.kind === 'operator' ? undefined : event.actor.from?.address;
    const rows = [
      ...(store ? [['Store', plainName(store.name)] as const] : []),
      ...details,
      ['By', by] as const,
      ['When', momentInWords(event.recordedAt ?? event.createdAt)] as const,
      ...(from ? [['From address', from] as const] : []),
    ];
    const parts: DraftPart[] = [
      `Hello ${plainName(reader.name)},`,
      text,
      { kind: 'facts', rows: rows.map(([name, value]) => ({ label: name, value })) },
      advice,
      { kind: 'button', label, url: `${settings().appUrl}/dashboard/${path}` },
      { kind: 'note', text: 'Security emails cannot be turned off.' },
    ];
    return englishDraft(serviceLook, { subject, parts });
  };

function describe(trigger: SecurityTrigger, facts: OwnerEmailFacts, reader: Reader): Alert {
  const { event, person } = facts;
  const store = quotedName(facts.store?.name ?? '');
  const actorName = person ? `${plainName(person.name)} (${person.email})` : 'Another account';
  const pageOf = (label: string, page: string) => [label, `${facts.store?.slug}/prod/${page}`] as const;
  switch (trigger) {
    case 'prod_key_created':
      return {
        subject: 'A new live API key',
        text: Array.isArray(event.changes?.after?.scopes)
          ? 'A live API key with limited scopes was registered in your account. Anyone who has its private key can use them.'
          : 'A live API key was registered in your account. Anyone who has its private key can create live orders and refunds and change your stores.',
        facts: [...keyFacts(event), ...accessFacts(event)],
        advice: `If it was not you, delete the key under “API keys” immediately ${securePassword}.`,
        page: ['Open your account', 'account'],
      };
    case 'prod_key_changed':
      return {
        subject: 'The access of a live API key was changed',
        text: 'What a live API key of your account may do, from where or until when was changed.',
        facts: [...keyFacts(event), ...accessFacts(event)],
        advice: `If it was not you, delete the key under “API keys” immediately ${securePassword}.`,
        page: ['Open your account', 'account'],
      };
    case 'store_handed_over':
      return reader.id === person?.id
        ? {
            subject: `You now own the store ${store}`,
            text: `The store ${store} was transferred to you. You are now its owner, and its former owner is an admin.`,
            advice:
              'If you did not expect this, ask the former owner. You can transfer the store back under “Members”.',
            page: pageOf('Open members', 'members'),
          }
        : {
            subject: `Your store ${store} was transferred`,
            text: `Your store ${store} was transferred to ${actorName}, who is now its owner. You are now an admin.`,
            advice: `If it was not you, set a new password for your account, delete API keys that you do not recognize, and contact the operator of this service: only the new owner can transfer the store back.`,
            page: ['Open your account', 'account'],
          };
    case 'admin_added':
      return {
        subject: `A new admin of your store ${store}`,
        text: `${actorName} is now an admin of your store ${store} and can manage its members, webhooks and settings.`,
        advice: `If you do not want this, remove the admin under “Members”. If you did not invite anyone, also delete API keys that you do not recognize ${securePassword}.`,
        page: pageOf('Open members', 'members'),
      };
    case 'prod_webhook_added':
    case 'prod_webhook_moved': {
      const isNew = trigger === 'prod_webhook_added';
      return {
        subject: `${isNew ? 'New live webhook' : 'New address of a live webhook'} in your store ${store}`,
        text: `${isNew ? 'A webhook was added to' : 'The address of a webhook was changed in'} your store ${store}. It receives live events, which include buyers’ email addresses.`,
        facts: hostOf(event),
        advice: `If it was not you, remove the webhook immediately, delete API keys that you do not recognize ${securePassword}.`,
        page: pageOf('Open the webhook', `webhooks/${event.objectId}`),
      };
    }
    case 'store_suspended':
      return {
        subject: `Your store ${store} is suspended`,
        text: `Your store ${store} was suspended. It cannot sell, in test or live mode, until its status is active again.`,
        advice:
          event.actor.kind === 'operator'
            ? 'The operator of this service did this. Contact them to learn why.'
            : `If it was not you, set the status back in the store’s settings, delete API keys that you do not recognize ${securePassword}.`,
        page: pageOf('Open the settings', 'settings'),
      };
    case 'changed_by_key':
      return byTestKey(event, store, pageOf);
  }
}

/** A change with a test key that reaches prod. */
function byTestKey(
  event: EventRow,
  store: string,
  pageOf: (label: string, page: string) => readonly [string, string],
): Alert {
  const advice = `If it was not you, delete the key under “API keys” ${securePassword}.`;
  const named = plainName(String(event.data.name ?? ''));
  switch (event.type) {
    case 'store.deleted':
      return {
        subject: `A test key deleted your store ${store}`,
        text: `Your store ${store} was deleted with a test key, in test and live mode. This cannot be undone.`,
        advice,
        page: ['Open your account', 'account'],
      };
    case 'product.published':
      return {
        subject: `A test key published a product in your store ${store}`,
        text: `A product of your store ${store} was published to live mode with a test key.`,
        facts: [['Product', named]],
        advice: `${advice} To stop selling it, deactivate the product.`,
        page: pageOf('Open products', 'products'),
      };
    case 'group.published':
      return {
        subject: `A test key published a plan group in your store ${store}`,
        text: `A plan group of your store ${store} was published to live mode with a test key.`,
        facts: [['Group', named]],
        advice,
        page: pageOf('Open plan groups', 'groups'),
      };
    default:
      return {
        subject: `A test key changed your store ${store}`,
        text: `Your store ${store} was changed with a test key. The change applies to test and live mode.`,
        facts: [['Changed', changedFields(event).map(fieldWord).join(', ')]],
        advice,
        page: pageOf('Open the settings', 'settings'),
      };
  }
}

const keyFacts = ({ data }: EventRow): [string, string][] => [
  ['Nickname', plainName(String(data.nickname ?? ''))],
  ['Fingerprint', String(data.fingerprint ?? '')],
];

/** The fields of a key's access that the event set, with their new values. */
function accessFacts({ changes }: EventRow): [string, string][] {
  const { scopes, networks, expiresAt } = changes?.after ?? {};
  // A long list is stored as text.
  const list = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? 'All'));
  const time = typeof expiresAt === 'string' ? momentInWords(new Date(expiresAt)) : 'Never';
  return [
    ...(scopes === undefined ? [] : [['Scopes', list(scopes)] as [string, string]]),
    ...(networks === undefined ? [] : [['Networks', list(networks)] as [string, string]]),
    ...(expiresAt === undefined ? [] : [['Expires', time] as [string, string]]),
  ];
}

/** The names of the fields that an update changed. */
const changedFields = ({ data }: EventRow): readonly string[] =>
  Array.isArray(data.changed) ? data.changed.filter((name) => typeof name === 'string') : [];

const fieldWords: Readonly<Record<string, string>> = {
  supportEmail: 'support email',
  notificationSettings: 'notification settings',
  checkoutSettings: 'checkout settings',
};
const fieldWord = (field: string): string => fieldWords[field] ?? field;

/** The host only: for most channels the rest of a webhook's address is a password. */
function hostOf({ changes }: EventRow): [string, string][] {
  const host = changes?.after?.host;
  return typeof host === 'string' ? [['Sends to', host]] : [];
}
