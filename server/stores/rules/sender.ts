/**
 * Sender addresses and domains of a store. The merchant proves ownership with an emailed code or a DNS record, then an
 * operator, whose mail server will send, approves the binding. An operator may also approve an unproven sender, because a
 * service without DNS access cannot prove domains.
 */
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { ApiError, errors } from '#server/domain/errors.ts';
import { emailAddress } from '#server/domain/fields.ts';
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';
import { mayUpdateStore, type Role } from './roles.ts';

export const senderStatuses = ['unproven', 'in_review', 'bound', 'rejected'] as const;
export type SenderStatus = (typeof senderStatuses)[number];
export type SenderEvent = 'prove' | 'approve' | 'reject';
type Kind = 'email' | 'domain';

export const senderTransitions: Transitions<SenderStatus, SenderEvent> = {
  unproven: { prove: 'in_review', approve: 'bound' },
  in_review: { approve: 'bound', reject: 'rejected' },
  bound: {},
  rejected: {},
};

const participles: Readonly<Record<SenderEvent, string>> = { prove: 'proven', approve: 'approved', reject: 'rejected' };
const wrongStatusMessage = (status: string, event: SenderEvent) =>
  `A sender that is ${status.replace('_', ' ')} cannot be ${participles[event]}`;

/** The refusal of a proven sender, for the API reference. */
export const provenRefusal = errors
  .wrongStatus(wrongStatusMessage('<status>', 'prove'), 'email')
  .when('the sender is already verified');

/** The next status of a sender; throws 400 if the event is not allowed. */
export const nextSenderStatus = (from: SenderStatus, event: SenderEvent): SenderStatus =>
  followOrRefuse(senderTransitions, from, event, { message: wrongStatusMessage(from, event), layer: 'email' });

/** The limit per store, for each kind. */
export const maxSendersPerStore = 10;

export const tooManySenders = (kind: Kind) =>
  new ApiError(400, `At most ${maxSendersPerStore} sender ${kind}s per store`, 'email');
export const alreadyAdded = (kind: Kind) =>
  new ApiError(400, `This ${kind} has already been added`, 'email', { code: 'already_added', path: kind });

/** How long a code is valid, how often it may be tried, and how soon another one may be sent. */
export const codeTtlSeconds = 30 * 60;
export const maxCodeAttempts = 5;
export const codeIntervalSeconds = 60;

/** Daily limits of emails to unproven addresses: codes per address, and addresses per owner. */
export const maxCodesPerDay = 5;
export const maxAddressesPerDay = 20;

/** How often an unproven domain's DNS is checked, how often after an unanswered check, and for how many days. */
export const domainCheckIntervalSeconds = 5 * 60;
export const unansweredCheckIntervalSeconds = 30 * 60;
export const domainCheckDays = 7;

const notAuthorized = () => new ApiError(403, 'Not authorized to manage the senders of this store', 'email');
const mayNotSendRefusal = notAuthorized().when('the caller is neither owner nor admin');

/** Throws 403 unless the role manages the store: emails from its senders speak for the store. */
export function requireSenderRights(role: Role): void {
  if (!mayUpdateStore(role)) throw notAuthorized();
}

/** 429: the next code has to wait. */
export const codeTooSoon = (waitSeconds: number) =>
  new ApiError(429, 'A code was sent to this address less than a minute ago', 'email', {
    headers: { 'Retry-After': String(waitSeconds) },
  });

/** 429: the daily limit of codes to this address is reached. */
export const tooManyCodes = (waitSeconds: number) =>
  new ApiError(429, `This address was sent ${maxCodesPerDay} codes within 24 hours, the maximum`, 'email', {
    headers: { 'Retry-After': String(waitSeconds) },
  });

/** 429: the daily limit of addresses of this owner's stores is reached. */
export function tooManyAddresses(waitSeconds: number): ApiError {
  const message = `The stores of this owner added ${maxAddressesPerDay} addresses within 24 hours, the maximum`;
  return new ApiError(429, message, 'email', { headers: { 'Retry-After': String(waitSeconds) } });
}

/** The refusals of endpoints that send a code, for the API reference. */
export const codeRefusals = [
  codeTooSoon(0).when('the last code was sent less than a minute ago; retry after `Retry-After` seconds'),
  tooManyCodes(0).when('the address got too many codes, from all stores together; retry after `Retry-After` seconds'),
];

/** The refusal of the endpoint that adds an address, for the API reference. */
export const tooManyAddressesRefusal = tooManyAddresses(0).when(
  'the owner’s stores added too many addresses, including removed ones; retry after `Retry-After` seconds',
);

/** The refusals of endpoints that change a sender, for the API reference. */
export const senderRefusals = (kind: Kind) => [
  mayNotSendRefusal,
  errors.senderNotFound(kind).when(`there is no such ${kind}, or it is not the merchant’s`),
];

/** The refusals of endpoints that add a sender, for the API reference. */
export const newSenderRefusals = (kind: Kind) => [
  tooManySenders(kind).when('the store has the maximum number'),
  alreadyAdded(kind).when('the store already has it'),
  mayNotSendRefusal,
  errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
];

/** A sender's address in lower case, so that an address has one row. */
export const senderAddress = () => emailAddress('email').transform((email) => email.toLowerCase());

/** The emailed code of six digits; spaces are ignored. */
export const senderCode = () =>
  z
    .string()
    .transform((value) => value.replace(/\s/g, ''))
    .refine((code) => /^\d{6}$/.test(code), { error: 'Invalid code: must be the 6 digits from the email' })
    .meta({ description: 'The 6 digits from the email', example: '042917' });

/** Names that cannot be registered. (RFC 6761, RFC 6762, RFC 7686, RFC 8375.) */
const unregistrable = new Set(['localhost', 'local', 'internal', 'invalid', 'test', 'example', 'arpa', 'onion', 'lan']);
const labelForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** The DNS limit without the label of our record. */
const maxDomainLength = 253 - '_counterfoil.'.length;

/** Normalizes a domain name (lower case, IDN in punycode); undefined if it is invalid. */
export function domainNameOf(input: string): string | undefined {
  const typed = input.trim().replace(/\.$/, '');
  // The URL parser would cut off characters after the host instead of rejecting them.
  if (/[\s/\\:@?#%[\]]/.test(typed)) return undefined;
  const name = domainToASCII(typed).toLowerCase();
  const labels = name.split('.');
  const [top = ''] = labels.slice(-1);
  const isNamed =
    labels.length >= 2 && name.length <= maxDomainLength && labels.every((label) => labelForm.test(label));
  return isNamed && /^[a-z][a-z0-9-]+$/.test(top) && !unregistrable.has(top) ? name : undefined;
}

export const domainName = () =>
  z
    .string()
    .transform((value, ctx) => {
      const name = domainNameOf(value);
      if (name !== undefined) return name;
      const message = 'Invalid domain: must be a domain name such as mail.example.com';
      ctx.issues.push({ code: 'custom', message, input: value });
      return z.NEVER;
    })
    .meta({ description: 'Stored in lower case, and an IDN in Punycode', example: 'mail.example.com' });

/** The message for a DNS check without an answer; its text also identifies that outcome. */
export const unansweredProblem = (domain: string) => `The name servers of ${domain} did not answer`;

/** The TXT record that proves the ownership of a domain. */
export const dnsRecordOf = (domain: string, token: string) => ({
  type: 'TXT' as const,
  name: `_counterfoil.${domain}`,
  value: `counterfoil-verification=${token}`,
});
