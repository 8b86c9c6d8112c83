/**
 * Addresses and domains that a store may send its emails from. The merchant proves that it is theirs (a code that was
 * emailed there, a DNS record), then an operator, whose mail server will be sending, lets it be bound. An operator who
 * knows better may bind one that was never proven: where the service has no DNS to ask, nobody else can.
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

export const senderTransitions: Transitions<SenderStatus, SenderEvent> = {
  unproven: { prove: 'in_review', approve: 'bound' },
  in_review: { approve: 'bound', reject: 'rejected' },
  bound: {},
  rejected: {},
};

const participles: Readonly<Record<SenderEvent, string>> = { prove: 'proven', approve: 'approved', reject: 'rejected' };
const notNow = (status: string, event: SenderEvent) =>
  `A sender that is ${status.replace('_', ' ')} cannot be ${participles[event]}`;

/** What the reference says of the endpoints that prove a sender. */
export const provenRefusal = {
  status: 400,
  message: notNow('<status>', 'prove'),
  when: 'it has been proven already',
} as const;

/** The next status of a sender email or domain; 400 where the event is not allowed in that status. */
export const nextSenderStatus = (from: SenderStatus, event: SenderEvent): SenderStatus =>
  followOrRefuse(senderTransitions, from, event, { message: notNow(from, event), layer: 'email' });

/** Of either kind, in one store. */
export const maxSendersPerStore = 10;

/** How long a code is good for, how often it may be guessed, and how soon there may be another one. */
export const codeTtlSeconds = 30 * 60;
export const maxCodeAttempts = 5;
export const codeIntervalSeconds = 60;

/** Mails to strangers are few: of codes to one address, of whichever store, and of addresses that one owner adds. */
export const senderDaySeconds = 24 * 60 * 60;
export const maxCodesPerDay = 5;
export const maxAddressesPerDay = 20;

/**
 * How often the DNS of an unproven domain is looked at, less often where its name servers did not answer, and for how
 * long after it was added.
 */
export const domainCheckIntervalSeconds = 5 * 60;
export const unansweredCheckIntervalSeconds = 30 * 60;
export const domainCheckDays = 7;

const mayNotSend = () => new ApiError(403, 'Not authorized to manage the senders of this store', 'email');
const mayNotSendRefusal = mayNotSend().when('the caller is neither owner nor admin');

/** 403 unless that role runs the store: emails in its name speak for it. */
export function requireSenderRights(role: Role): void {
  if (!mayUpdateStore(role)) throw mayNotSend();
}

/** 429: the next code has to wait. */
export const codeTooSoon = (waitSeconds: number) =>
  new ApiError(429, 'A code was sent to this address less than a minute ago', 'email', {
    headers: { 'Retry-After': String(waitSeconds) },
  });

/** 429: no more codes to this address today. */
export const tooManyCodes = (waitSeconds: number) =>
  new ApiError(429, `This address was sent ${maxCodesPerDay} codes within 24 hours, the most there can be`, 'email', {
    headers: { 'Retry-After': String(waitSeconds) },
  });

/** 429: no more addresses of this owner's stores today. */
export function tooManyAddresses(waitSeconds: number): ApiError {
  const message = `The stores of this owner added ${maxAddressesPerDay} addresses within 24 hours, the most there can be`;
  return new ApiError(429, message, 'email', { headers: { 'Retry-After': String(waitSeconds) } });
}

/** What the reference says of the endpoints that send a code. */
export const codeRefusals = [
  codeTooSoon(0).when('it is too early for another; `Retry-After` says when to try again'),
  tooManyCodes(0).when('whichever stores had them sent; `Retry-After` says when to try again'),
];

/** What the reference says of the endpoint that adds an address. */
export const tooManyAddressesRefusal = tooManyAddresses(0).when(
  'those given up since count too; `Retry-After` says when to try again',
);

/** What the reference says of every endpoint that changes a sender. */
export const senderRefusals = (kind: 'email' | 'domain') => [
  mayNotSendRefusal,
  errors.senderNotFound(kind).when(`there is no such ${kind}, or it is not the merchant’s`),
];

/** What the reference says of the endpoints that add one. */
export const newSenderRefusals = (kind: 'email' | 'domain') =>
  [
    { status: 400, message: `At most ${maxSendersPerStore} sender ${kind}s per store`, when: 'there are as many' },
    { status: 400, message: `This ${kind} has already been added`, when: 'the store has it already' },
    mayNotSendRefusal,
    errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
  ] as const;

/** A sender's address; in lower case, so that one address is one row. */
export const senderAddress = () => emailAddress('email').transform((email) => email.toLowerCase());

/** The six digits that were emailed; spaces between them are no mistake. */
export const senderCode = () =>
  z
    .string()
    .transform((value) => value.replace(/\s/g, ''))
    .refine((code) => /^\d{6}$/.test(code), { error: 'Invalid code: must be the 6 digits that were emailed' })
    .meta({ description: 'The 6 digits that were emailed', example: '042917' });

/** Names that nobody can register. (RFC 6761, RFC 6762, RFC 7686, RFC 8375.) */
const unregistrable = new Set(['localhost', 'local', 'internal', 'invalid', 'test', 'example', 'arpa', 'onion', 'lan']);
const labelForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What DNS allows, less what the record's own label takes. */
const maxDomainLength = 253 - '_counterfoil.'.length;

/** A domain's name as DNS knows it (lower case, IDN in punycode), or undefined for what cannot be one. */
export function domainNameOf(given: string): string | undefined {
  const typed = given.trim().replace(/\.$/, '');
  // What a URL may hold besides a host would be cut off rather than refused.
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
    .meta({ description: 'Kept in lower case, IDN in punycode', example: 'mail.example.com' });

/** What the merchant reads where nobody answers for a domain; also what tells that outcome from the others. */
export const unansweredProblem = (domain: string) => `The name servers of ${domain} did not answer`;

/** What proves whose a domain is: a TXT record of that name with that value. */
export const dnsRecordOf = (domain: string, token: string) => ({
  type: 'TXT' as const,
  name: `_counterfoil.${domain}`,
  value: `counterfoil-verification=${token}`,
});
