/** Emails about what could be an attack: what happened, who did it, when, from where, and what to do. */

import { momentInWords } from '#server/domain/day-words.ts';
import { plainName, quotedName } from '#server/domain/quoted-name.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { describeActor, type Names } from '#server/events/rules/audit-words.ts';
import { type Draft, type DraftPart, englishDraft, serviceLook } from '#server/events/rules/email-content.ts';
import { changedFields, type SecurityEmailTrigger } from './security-email-triggers.ts';

export interface SecurityFacts {
  readonly event: EventRow;
  readonly names: Names;
  /** Whether a test key did it. */
  readonly isByTestKey: boolean;
  /** Absent for what belongs to an account. */
  readonly store: { readonly name: string; readonly slug: string } | undefined;
  /** Whom the event is about: the new admin, the new owner. */
  readonly person: { readonly name: string; readonly email: string } | undefined;
}

interface Reader {
  readonly name: string;
  /** Whether the reader is the person that the event is about. */
  readonly isPerson: boolean;
}

interface Telling {
  readonly subject: string;
  readonly text: string;
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly advice: string;
  /** A page of the dashboard: of the store in prod, or of the account. */
  readonly page: readonly [label: string, path: string];
}

const securePassword = 'and set a new password for your account';

/** The email for one reader. `dashboardUrl`: where the dashboard is. */
export function securityEmail(
  news: SecurityEmailTrigger,
  facts: SecurityFacts,
  reader: Reader,
  dashboardUrl: string,
): Draft {
  const { event, names, store, isByTestKey } = facts;
  const telling = tell(news, facts, reader);
  const [label, path] = telling.page;
  const by = `${describeActor(event.actor, names)}${isByTestKey ? ', a test key' : ''}`;
  // Who works for the service, and from where, is not the merchant's business.
  const from = event.actor.kind === 'operator' ? undefined : event.actor.from?.address;
  const rows = [
    ...(store ? [['Store', plainName(store.name)] as const] : []),
    ...(telling.facts ?? []),
    ['By', by] as const,
    ['When', momentInWords(event.recordedAt ?? event.createdAt)] as const,
    ...(from ? [['From address', from] as const] : []),
  ];
  const parts: DraftPart[] = [
    `Hello ${plainName(reader.name)},`,
    telling.text,
    { kind: 'facts', rows: rows.map(([name, value]) => ({ label: name, value })) },
    telling.advice,
    { kind: 'button', label, url: `${dashboardUrl}/${path}` },
    { kind: 'note', text: 'Emails about the safety of an account or a store cannot be turned off.' },
  ];
  return englishDraft(serviceLook, { subject: telling.subject, parts });
}

function tell(news: SecurityEmailTrigger, facts: SecurityFacts, { isPerson }: Reader): Telling {
  const { event, person } = facts;
  const store = quotedName(facts.store?.name ?? '');
  const who = person ? `${plainName(person.name)} (${person.email})` : 'Another account';
  const pageOf = (label: string, page: string) => [label, `${facts.store?.slug}/prod/${page}`] as const;
  switch (news) {
    case 'prod_key_created':
      return {
        subject: 'A new API key for prod',
        text: 'An API key for prod was registered in your account. Whoever has its private half can sell, refund and change prod in your stores.',
        facts: [
          ['Nickname', plainName(String(event.data.nickname ?? ''))],
          ['Fingerprint', String(event.data.fingerprint ?? '')],
        ],
        advice: `If it was not you, delete the key under “API keys” at once ${securePassword}.`,
        page: ['Open your account', 'account'],
      };
    case 'store_handed_over':
      return isPerson
        ? {
            subject: `The store ${store} is yours now`,
            text: `The store ${store} was handed over to you. You are its owner now, and its former owner is an admin.`,
            advice: 'If you did not expect this, ask the former owner. You can hand the store back under “Members”.',
            page: pageOf('Open members', 'members'),
          }
        : {
            subject: `Your store ${store} was handed over`,
            text: `Your store ${store} was handed over to ${who}, who is its owner now. You are an admin of it.`,
            advice: `If it was not you, set a new password for your account, delete API keys that you do not know, and contact the operator of this service: only the new owner can hand the store back.`,
            page: ['Open your account', 'account'],
          };
    case 'admin_added':
      return {
        subject: `A new admin of your store ${store}`,
        text: `${who} is an admin of your store ${store} now, and can manage its members, webhooks and settings.`,
        advice: `If you do not want this, remove the admin under “Members”. If you did not invite anybody, also delete API keys that you do not know ${securePassword}.`,
        page: pageOf('Open members', 'members'),
      };
    case 'prod_webhook_added':
    case 'prod_webhook_moved': {
      const isNew = news === 'prod_webhook_added';
      return {
        subject: `${isNew ? 'A new webhook' : 'A webhook with a new address'} for prod in your store ${store}`,
        text: `${isNew ? 'A webhook was added to' : 'The address of a webhook was changed in'} your store ${store}. It receives events of prod, with the buyers’ email addresses.`,
        facts: hostOf(event),
        advice: `If it was not you, remove the webhook at once, delete API keys that you do not know ${securePassword}.`,
        page: pageOf('Open the webhook', `webhooks/${event.objectId}`),
      };
    }
    case 'store_suspended':
      return {
        subject: `Your store ${store} is suspended`,
        text: `Your store ${store} was suspended. It sells nothing, in test and in prod, until its status is active again.`,
        advice:
          event.actor.kind === 'operator'
            ? 'The operator of this service did this. Contact them to learn why.'
            : `If it was not you, set the status back in the store’s settings, delete API keys that you do not know ${securePassword}.`,
        page: pageOf('Open the settings', 'settings'),
      };
    case 'changed_by_key':
      return byTestKey(facts, store, pageOf);
  }
}

/** What a test key did that reaches prod. */
function byTestKey(
  { event }: SecurityFacts,
  store: string,
  pageOf: (label: string, page: string) => readonly [string, string],
): Telling {
  const advice = `If it was not you, delete the key under “API keys” ${securePassword}.`;
  const named = plainName(String(event.data.name ?? ''));
  switch (event.type) {
    case 'store.deleted':
      return {
        subject: `A test key deleted your store ${store}`,
        text: `Your store ${store} was deleted with a test key, in test and in prod. This cannot be undone.`,
        advice,
        page: ['Open your account', 'account'],
      };
    case 'product.published':
      return {
        subject: `A test key published a product in your store ${store}`,
        text: `A product of your store ${store} was published to prod with a test key.`,
        facts: [['Product', named]],
        advice: `${advice} To stop the sale, set the product inactive.`,
        page: pageOf('Open products', 'products'),
      };
    case 'group.published':
      return {
        subject: `A test key published a plan group in your store ${store}`,
        text: `A plan group of your store ${store} was published to prod with a test key.`,
        facts: [['Group', named]],
        advice,
        page: pageOf('Open plan groups', 'groups'),
      };
    default:
      return {
        subject: `A test key changed your store ${store}`,
        text: `Your store ${store} was changed with a test key. The change applies to test and to prod.`,
        facts: [['Changed', changedFields(event).map(fieldWord).join(', ')]],
        advice,
        page: pageOf('Open the settings', 'settings'),
      };
  }
}

const fieldWords: Readonly<Record<string, string>> = {
  supportEmail: 'support email',
  notificationSettings: 'notification settings',
  checkoutSettings: 'checkout settings',
};
const fieldWord = (field: string): string => fieldWords[field] ?? field;

/** Where a webhook sends to. Of its address only the host: for most channels the rest is a password. */
function hostOf({ changes }: EventRow): [string, string][] {
  const host = changes?.after?.host;
  return typeof host === 'string' ? [['Sends to', host]] : [];
}
