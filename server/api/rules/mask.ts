/**
 * Masks a request and its answer for the request log. Keeps shape, ids, amounts and settings; removes secrets and
 * everything that identifies a buyer. Masked values are replaced entirely, never shortened to something guessable.
 */

import { LRUCache } from 'lru-cache';
import { billingPeriods, productStatuses, productTypes } from '#server/catalog/rules/product.ts';
import { environments } from '#server/domain/environments.ts';
import { isUuid } from '#server/domain/ids.ts';
import { isCard, isStorableText, maskText, minCardNumber, storableText } from '#server/domain/mask-text.ts';
import { paymentStatuses } from '#server/domain/payment.ts';
import { storeStatuses } from '#server/stores/rules/store.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export const masked = '[masked]';

const deepest = 12;
const maxErrorLength = 300;
const maxQueryLength = 4000;
/** The maximum size of a stored body. Of a larger one only the size is stored. */
export const maxStoredBytes = 16 * 1024;

/** Names whose values are never stored, letters only, in lower case. */
const secretNames =
  /token|secret|signature|publickey|privatekey|password|passphrase|authorization|apikey|credential|cookie|cardnumber|cvc|cvv|iban/;
const privateNames =
  /email|identity|submitterid|phone|taxid|postcode|postalcode|businessname|legalname|firstname|lastname|fullname|contactname|buyerip|ipaddress|registrationnumber/;
const privateWords = new Set(['address', 'city', 'code', 'ip', 'prompt', 'street', 'zip']);
/** Names of a person or a business, in objects that describe one. */
const partyNames = new Set(['name', 'website', 'description', 'rejectreason', 'reviewnote']);
const partyObjects = new Set(['storemerchant', 'ticket', 'kybticket']);
/** The full value of one of these opens a checkout. */
const sessionNames = new Set(['sessionid', 'checkoutsessionid']);
const shownOfSession = 8;

/**
 * The context of a value decides how it is masked: our own names, a person or business, a billing detail, custom
 * data, GraphQL with names chosen by the caller, or one of our own messages.
 */
type Context = 'open' | 'party' | 'billing' | 'custom' | 'unnamed' | 'message';

/** A request's or response's body, masked. */
export const maskBody = (value: unknown): Json => storable(maskAt(value, 'open', 0));

/** The same for a verification ticket and its answer, which describe a business throughout. */
export const maskPartyBody = (value: unknown): Json => storable(maskAt(value, 'party', 0));

/**
 * The same for GraphQL, where the caller chooses the names: variables and results lose all free text. The query keeps
 * its text except for string literals.
 */
export function maskGraphql(body: unknown): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return maskBody(body);
  return storable(maskGraphqlMembers(body));
}

const maskGraphqlMembers = (body: object): Json =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]): [string, Json] => {
      if (name === 'query' && typeof value === 'string') return [name, maskQuery(value)];
      if (name === 'variables' || name === 'data') return [name, maskAt(value, 'unnamed', 1)];
      return [maskName(name), maskAt(value, name === 'errors' ? 'message' : 'open', 1)];
    }),
  );

/** An error message: bounded, without addresses and quoted values. */
export const maskError = (message: string): string =>
  storableText(bounded(maskText(quotedValues(message)), maxErrorLength));

/** A text of at most `maxLength` characters, counted by code point so that no surrogate pair is cut. */
export function bounded(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  // A character takes at most two UTF-16 units.
  const characters = Array.from(text.slice(0, 2 * maxLength + 2));
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : text;
}

/** The last step, after keeping and cutting. */
const storable = (value: Json): Json => (isStorable(value) ? value : toStorable(value));

function isStorable(value: Json): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, member]) => isStorableText(name) && isStorable(member));
}

function toStorable(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toStorable);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), toStorable(member)]));
}

function maskAt(value: unknown, context: Context, depth: number): Json {
  if (typeof value === 'string') return maskString(value, context);
  if (typeof value === 'number') return maskNumber(value, context);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return masked;
  if (depth >= deepest) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => maskAt(item, context, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const known = knownName(name);
      return [known.shown, maskMember(known, member, context, depth + 1)];
    }),
  );
}

function maskMember({ plain, isSecret }: KnownName, value: unknown, context: Context, depth: number): Json {
  if (isSecret) return maskWhole(value);
  if (context === 'billing') return isOpenBilling(plain, value) ? value : maskWhole(value);
  if (context === 'party' && partyNames.has(plain)) return maskWhole(value);
  if (context === 'unnamed' && isAmount(plain, value)) return value;
  if (plain.endsWith('metadata') && context !== 'message') return maskAt(value, 'custom', depth);
  if (context !== 'open' && context !== 'party') return maskAt(value, context, depth);
  if (plain.includes('billingdetail')) return maskAt(value, 'billing', depth);
  if (partyObjects.has(plain)) return maskAt(value, 'party', depth);
  if (typeof value === 'string' && sessionNames.has(plain)) return maskSession(value);
  if (typeof value === 'string' && plain === 'url') return originOf(value);
  return maskAt(value, context, depth);
}

interface KnownName {
  /** The name as stored. */
  readonly shown: string;
  /** Its letters in lower case. */
  readonly plain: string;
  /** Whether its value is never stored. */
  readonly isSecret: boolean;
}

/** Names repeat: the API's own, and each caller's. */
const knownNames = new LRUCache<string, KnownName>({ max: 2000 });
const maxKnownNameLength = 100;

function knownName(name: string): KnownName {
  const known = knownNames.get(name);
  if (known) return known;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  const isSecret = secretNames.test(plain) || privateNames.test(plain) || privateWords.has(plain);
  const found = { shown: maskName(name), plain, isSecret };
  if (name.length <= maxKnownNameLength) knownNames.set(name, found);
  return found;
}

/** The one billing detail that does not identify the buyer. */
const isOpenBilling = (name: string, value: unknown): value is string =>
  name === 'country' && typeof value === 'string' && /^[A-Z]{2}$/.test(value);

/** In custom data a number may be a telephone or tax number. */
function maskNumber(value: number, context: Context): Json {
  if (context === 'custom') return masked;
  return value >= minCardNumber && isCard(String(value)) ? '[card]' : value;
}

const isAmount = (name: string, value: unknown): value is string =>
  typeof value === 'string' && /amount$|total$/.test(name) && /^\d{1,12}(\.\d{1,4})?$/.test(value);

/** Shows whether a value is present, but not the value. */
const maskWhole = (value: unknown): Json =>
  value === null || value === '' || typeof value === 'boolean' ? value : masked;

function maskString(text: string, context: Context): string {
  if (context === 'open' || context === 'party') return maskText(withoutQuery(withoutSession(text)));
  if (context === 'message') return maskError(text);
  if (context === 'unnamed' && isUuid(text)) return maskSession(text);
  if (context === 'unnamed' && isPlain(text)) return text;
  return text === '' ? '' : masked;
}

/** Whether a text is in a form without free text: id, timestamp, amount, currency, country or status. */
const isPlain = (text: string): boolean => plainWords.has(text) || plainForms.some((form) => form.test(text));

const plainForms = [
  /^(?:MER|STO|PROD|ORD|PAY|REF|TKT)_[0-9A-Za-z]{22}$/,
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/,
  /^\d{1,10}\.\d{1,4}$/,
  /^[A-Z]{2,3}$/,
];
const plainWords: ReadonlySet<string> = new Set([
  ...environments,
  ...storeStatuses,
  ...productStatuses,
  ...productTypes,
  ...billingPeriods,
  ...paymentStatuses,
  'pending',
  'completed',
  'canceled',
  'expired',
  'trialing',
  'canceling',
  'past_due',
]);

const maskName = (name: string): string => bounded(maskText(name), 100);

const maskSession = (id: string): string => bounded(id, shownOfSession);

/** Shortens `…/<store>/checkout/0190abcd…`. */
const withoutSession = (text: string): string =>
  text.replace(/(\/checkout\/[\w-]{8})[\w%.~-]*/g, (_, shown: string) => `${shown}…`);

/** URLs keep their path. The query may hold a key, and the part before the host a password. */
const withoutQuery = (text: string): string =>
  text.replace(
    /\b(https?:\/\/)(?:[^\s/?#@]*@)?([^\s?#"]*)([?#][^\s"]*)?/gi,
    (_, scheme: string, rest: string, query: string | undefined) => `${scheme}${rest}${query ? '?…' : ''}`,
  );

/** A webhook's URL may be its own credential (Slack, Telegram). */
function originOf(url: string): string {
  const { origin, pathname } = URL.parse(url) ?? {};
  if (origin === undefined || origin === 'null') return maskText(url);
  return maskText(pathname === '/' ? `${origin}/` : `${origin}/…`);
}

/** GraphQL's own messages quote values that were sent. */
const quotedValues = (message: string): string =>
  message.replace(/\b(found|value|got invalid value|character:?) "(?:[^"\\]|\\.)*"/g, '$1 "…"');

/** A query with its strings, block strings and comments blanked out. */
const maskQuery = (query: string): string =>
  maskText(
    bounded(
      query.replace(/"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*/g, (part) =>
        part.startsWith('#') ? '#…' : '"…"',
      ),
      maxQueryLength,
    ),
  );
