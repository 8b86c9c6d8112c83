/**
 * What the request log may keep of a request and its answer: their shape, ids, amounts and settings; no secret, and
 * nothing that says who a buyer is. A masked value is replaced, never shortened to where it could be guessed.
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
/** The longest body that is kept; past it only its size is. */
export const maxKeptBytes = 16 * 1024;

/** Names, letters only and in lower case, whose values are never kept, whatever they hold. */
const secretNames =
  /token|secret|signature|publickey|privatekey|password|passphrase|authorization|apikey|credential|cookie|cardnumber|cvc|cvv|iban/;
const privateNames =
  /email|identity|phone|taxid|postcode|postalcode|businessname|legalname|firstname|lastname|fullname|contactname|buyerip|ipaddress|registrationnumber/;
const privateWords = new Set(['address', 'city', 'code', 'ip', 'street', 'zip']);
/** Of a person or a business, in what is about nothing else. */
const partyNames = new Set(['name', 'website', 'description', 'reviewnote']);
const partyObjects = new Set(['storemerchant', 'ticket', 'kybticket']);
/** Knowing one of these whole opens a checkout. */
const sessionNames = new Set(['sessionid', 'checkoutsessionid']);
const shownOfSession = 8;

/**
 * Where a value stands decides how much of it is kept: among our own names, in what is about a person or a business,
 * in a billing detail, in custom data, where the caller chose the names, in a sentence of ours.
 */
type Place = 'open' | 'party' | 'billing' | 'custom' | 'unnamed' | 'message';

/** A request's or response's body without what the log may not keep. */
export const maskBody = (value: unknown): Json => storable(maskAt(value, 'open', 0));

/** The same where all of it is about a business: a verification ticket and its answer. */
export const maskPartyBody = (value: unknown): Json => storable(maskAt(value, 'party', 0));

/**
 * The same for GraphQL, where the caller chooses the names: of variables and results only what is no free text stays.
 * The query keeps its text but for the strings in it.
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

/** An error's sentence: bounded, and without the addresses or quoted values that it may repeat. */
export const maskError = (message: string): string =>
  storableText(bounded(maskText(quotedValues(message)), maxErrorLength));

/** A text of at most that many characters, counted as a reader does: none is cut in two. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  // A character takes two of JavaScript's at most.
  const characters = Array.from(text.slice(0, 2 * most + 2));
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text;
}

/** The last step, whatever the ones before it kept or cut. */
const storable = (value: Json): Json => (isStorable(value) ? value : madeStorable(value));

function isStorable(value: Json): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, member]) => isStorableText(name) && isStorable(member));
}

function madeStorable(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(madeStorable);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storableText(name), madeStorable(member)]));
}

function maskAt(value: unknown, place: Place, depth: number): Json {
  if (typeof value === 'string') return maskString(value, place);
  if (typeof value === 'number') return maskNumber(value, place);
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') return masked;
  if (depth >= deepest) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => maskAt(item, place, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const known = knownName(name);
      return [known.shown, maskMember(known, member, place, depth + 1)];
    }),
  );
}

function maskMember({ plain, isSecret }: KnownName, value: unknown, place: Place, depth: number): Json {
  if (isSecret) return maskWhole(value);
  if (place === 'billing') return isOpenBilling(plain, value) ? value : maskWhole(value);
  if (place === 'party' && partyNames.has(plain)) return maskWhole(value);
  if (place === 'unnamed' && isAmount(plain, value)) return value;
  if (plain.endsWith('metadata') && place !== 'message') return maskAt(value, 'custom', depth);
  if (place !== 'open' && place !== 'party') return maskAt(value, place, depth);
  if (plain.includes('billingdetail')) return maskAt(value, 'billing', depth);
  if (partyObjects.has(plain)) return maskAt(value, 'party', depth);
  if (typeof value === 'string' && sessionNames.has(plain)) return maskSession(value);
  if (typeof value === 'string' && plain === 'url') return originOf(value);
  return maskAt(value, place, depth);
}

interface KnownName {
  /** As it is kept. */
  readonly shown: string;
  /** Its letters, in lower case. */
  readonly plain: string;
  /** Whether its value is never kept, whatever it is. */
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

/** Of a buyer's details, the one text that says nothing of who they are. */
const isOpenBilling = (name: string, value: unknown): value is string =>
  name === 'country' && typeof value === 'string' && /^[A-Z]{2}$/.test(value);

/** In custom data a number may be anything, a telephone's or a tax number. */
function maskNumber(value: number, place: Place): Json {
  if (place === 'custom') return masked;
  return value >= minCardNumber && isCard(String(value)) ? '[card]' : value;
}

const isAmount = (name: string, value: unknown): value is string =>
  typeof value === 'string' && /amount$|total$/.test(name) && /^\d{1,12}(\.\d{1,4})?$/.test(value);

/** Whether something is there stays visible; what it is does not. */
const maskWhole = (value: unknown): Json =>
  value === null || value === '' || typeof value === 'boolean' ? value : masked;

function maskString(text: string, place: Place): string {
  if (place === 'open' || place === 'party') return maskText(withoutQuery(withoutSession(text)));
  if (place === 'message') return maskError(text);
  if (place === 'unnamed' && isUuid(text)) return maskSession(text);
  if (place === 'unnamed' && isPlain(text)) return text;
  return text === '' ? '' : masked;
}

/** Written in a form that holds no free text: an id, a moment, an amount, a currency or country, a status. */
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

/** `…/<store>/checkout/0190abcd…`. */
const withoutSession = (text: string): string =>
  text.replace(/(\/checkout\/[\w-]{8})[\w%.~-]*/g, (_, shown: string) => `${shown}…`);

/** Addresses keep their path; what follows it may be a key, and what precedes the host a password. */
const withoutQuery = (text: string): string =>
  text.replace(
    /\b(https?:\/\/)(?:[^\s/?#@]*@)?([^\s?#"]*)([?#][^\s"]*)?/gi,
    (_, scheme: string, rest: string, query: string | undefined) => `${scheme}${rest}${query ? '?…' : ''}`,
  );

/** A webhook's address may be its own credential (Slack, Telegram). */
function originOf(url: string): string {
  const { origin, pathname } = URL.parse(url) ?? {};
  if (origin === undefined || origin === 'null') return maskText(url);
  return maskText(pathname === '/' ? `${origin}/` : `${origin}/…`);
}

/** Values in GraphQL's own messages, which repeat what was sent. */
const quotedValues = (message: string): string =>
  message.replace(/\b(found|value|got invalid value|character:?) "(?:[^"\\]|\\.)*"/g, '$1 "…"');

/** A query with its strings blanked out, block strings and comments too. */
const maskQuery = (query: string): string =>
  maskText(
    bounded(
      query.replace(/"""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|#[^\n]*/g, (part) =>
        part.startsWith('#') ? '#…' : '"…"',
      ),
      maxQueryLength,
    ),
  );
