/**
 * Rate limits. `rate-limit-store.ts` holds the counters. Every response reports its caller's limit in the IETF draft's
 * headers. (decisions.md, "Rate limits")
 */
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { type ApiError, errors } from '#server/domain/errors.ts';
import type { ApiKeyCaller, Caller } from '../action.ts';
import { noteRefusal } from '../observe.ts';
import type { Settings } from '../settings.ts';
import { countInMemory, type RateLimitStore, rateLimitStore } from './rate-limit-store.ts';
import type { BucketSize, TokenBucket } from './token-bucket.ts';

/** A diagnosis blocks the only thread for milliseconds: limits per merchant and in total. */
const diagnosesPerSecond = { merchant: 5, all: 20 };

/** Rendering a receipt blocks the only thread for much of a second: limits per reader and in total. */
const receipts = { readerPerMinute: 30, allPerSecond: 2 };

/** The wait beyond the end of a window, for network latency. */
const windowSlackMs = 50;

/** Account emails of one kind to one address, from any client. */
const accountEmails = { perHour: 3, perDay: 10 };

/** How long failed sign-ins of an account count. */
const signInMemorySeconds = 24 * 3600;

interface Policy {
  readonly name: string;
  readonly store: RateLimitStore;
  readonly limiter: RateLimiterAbstract | TokenBucket;
  readonly perSecond: number;
  readonly windowSeconds: number;
}

export interface LimitStatus {
  readonly headers: Readonly<Record<string, string>>;
  /** Set when this call is over the limit. */
  readonly refusal?: ApiError;
}

/** Failed sign-ins per account, and the resulting wait. */
export interface SignInLimiters {
  readonly store: RateLimitStore;
  readonly failures: RateLimiterAbstract;
  readonly waits: RateLimiterAbstract;
}

type Policies = Readonly<
  Record<
    | 'apiKey'
    | 'storeSlug'
    | 'anonymous'
    | 'health'
    | 'payments'
    | 'publicSessions'
    | 'pageViews'
    | 'checks'
    | 'portal'
    | 'hourlyEmails'
    | 'dailyEmails'
    | 'receipts'
    | 'allReceipts'
    | 'diagnoses'
    | 'allDiagnoses',
    Policy
  >
> & { readonly signIns: SignInLimiters };
const shared = globalThis as typeof globalThis & { counterfoilRateLimits?: Promise<Policies> };

async function openPolicies(settings: Settings): Promise<Policies> {
  const { rateLimits } = settings;
  const store = await rateLimitStore(settings);
  const perWindow = (name: string, points: number, windowSeconds: number): Policy => {
    const limiter = store.limiter({ keyPrefix: name, points, duration: windowSeconds });
    return { name, store, limiter, perSecond: points, windowSeconds };
  };
  return {
    apiKey: bursty(store, 'api-key', rateLimits.apiKey),
    storeSlug: perWindow('store-slug', rateLimits.storeSlug.perSecond, 1),
    anonymous: bursty(store, 'address', rateLimits.apiKey),
    // Each process reports its own health, whatever the state of the shared store.
    health: bursty(countInMemory(settings), 'address', rateLimits.apiKey),
    payments: perWindow('payments', rateLimits.paymentsPerMinute, 60),
    publicSessions: perWindow('public-sessions', rateLimits.publicSessionsPerMinute, 60),
    pageViews: perWindow('page-views', rateLimits.pageViewsPerMinute, 60),
    checks: perWindow('checks', 1, 1),
    portal: perWindow('portal', rateLimits.signInPerMinute, 60),
    hourlyEmails: perWindow('account-emails-hour', accountEmails.perHour, 3600),
    dailyEmails: perWindow('account-emails-day', accountEmails.perDay, 24 * 3600),
    receipts: perWindow('receipts', receipts.readerPerMinute, 60),
    allReceipts: perWindow('all-receipts', receipts.allPerSecond * 30, 30),
    diagnoses: perWindow('diagnoses', diagnosesPerSecond.merchant, 1),
    allDiagnoses: perWindow('all-diagnoses', diagnosesPerSecond.all, 1),
    signIns: {
      store,
      failures: store.limiter({ keyPrefix: 'sign-ins', points: 1, duration: signInMemorySeconds, isResettable: true }),
      waits: store.limiter({ keyPrefix: 'sign-in-wait', points: 1, duration: 1, isResettable: true }),
    },
  };
}

/** A steady rate with a burst. */
const bursty = (store: RateLimitStore, name: string, size: BucketSize): Policy => ({
  name,
  store,
  limiter: store.bucket(name, size),
  perSecond: size.perSecond,
  windowSeconds: 1,
});

function limitsOf(settings: Settings): Promise<Policies> {
  shared.counterfoilRateLimits ??= openPolicies(settings);
  return shared.counterfoilRateLimits;
}

/** Counts a call of a known caller: per API key, per customer, or per store and client address. */
export async function countCall(caller: Caller, address: string, settings: Settings, points = 1): Promise<LimitStatus> {
  const limits = await limitsOf(settings);
  if (caller.kind === 'apiKey') return await take(limits.apiKey, caller.keyId, points);
  return await take(limits.storeSlug, publicName(caller, address));
}

function publicName(caller: Exclude<Caller, ApiKeyCaller>, address: string): string {
  if (caller.kind === 'dashboard') return caller.merchantId;
  // Customers are authenticated, so others behind the same address do not use up their calls.
  if (caller.kind === 'sessionToken') return `${caller.storeId} customer ${caller.buyerIdentity}`;
  return `${caller.storeId} ${clientKeyOf(address)}`;
}

/** Counts a call without a known caller: a refused credential, an unknown path. */
export const countAnonymousCall = async (address: string, settings: Settings, points = 1): Promise<LimitStatus> =>
  take((await limitsOf(settings)).anonymous, clientKeyOf(address), points);

/** Counts a health check, in this process. */
export const countHealthCall = async (address: string, settings: Settings): Promise<LimitStatus> =>
  take((await limitsOf(settings)).health, clientKeyOf(address));

/**
 * The name under which an address is counted. A prefix added by the caller is kept. An IPv6 address counts as its /64
 * network.
 */
export function clientKeyOf(address: string): string {
  if (!address.includes(':')) return address;
  const [, prefix = '', ip = ''] = /^(.* )?(\S*)$/.exec(address) ?? [];
  if (!ipaddr.IPv6.isValid(ip)) return address;
  return `${prefix}${ipaddr.IPv6.networkAddressFromCIDR(`${ip.split('%')[0]}/64`).toString()}/64`;
}

/** Counts a payment attempt, to slow down card testing. */
export const countPaymentAttempt = async (sessionId: string, settings: Settings): Promise<LimitStatus> =>
  take((await limitsOf(settings)).payments, sessionId);

/** Counts a public checkout session, which could be used to test a card. */
export const countPublicSession = async (address: string, settings: Settings): Promise<LimitStatus> =>
  take((await limitsOf(settings)).publicSessions, clientKeyOf(address));

/** Counts a checkout page view, by a browser or by the page's script. */
export const countPageView = async (address: string, settings: Settings): Promise<LimitStatus> =>
  take((await limitsOf(settings)).pageViews, clientKeyOf(address));

/**
 * Whether the payment provider may be asked now for the outcome of a session's payment or a portal's change; counts the
 * check if so. A buyer who returns from the bank (`isBack`) waits for the next free second instead.
 */
export async function mayCheck(id: string, settings: Settings, isBack = false): Promise<boolean> {
  const { checks } = await limitsOf(settings);
  const isFree = async () => (await take(checks, id)).refusal === undefined;
  if (await isFree()) return true;
  if (!isBack) return false;
  await sleep(checks.windowSeconds * 1000 + windowSlackMs);
  return await isFree();
}

/** Counts an attempt to enter a customer portal or to request a link to it, like a sign-in. */
export const countPortalEntry = async (address: string, settings: Settings): Promise<LimitStatus> =>
  take((await limitsOf(settings)).portal, clientKeyOf(address));

/**
 * Whether an account email of that kind may go to an address; counts it if so. The client's answer never reveals it.
 */
export async function mayEmailAccount(kind: string, email: string, settings: Settings): Promise<boolean> {
  const { hourlyEmails, dailyEmails } = await limitsOf(settings);
  const recipient = `${kind} ${email.toLowerCase()}`;
  if ((await take(hourlyEmails, recipient)).refusal) return false;
  return (await take(dailyEmails, recipient)).refusal === undefined;
}

/** Counts a receipt rendered as PDF, per reader and in total. */
export async function countReceipt(reader: string, settings: Settings): Promise<LimitStatus> {
  const { receipts: own, allReceipts } = await limitsOf(settings);
  // In this order, so that a reader over the limit does not use up the total.
  const limitStatus = await take(own, reader);
  return limitStatus.refusal ? limitStatus : await take(allReceipts, '');
}

/** Whether the signature doctor may diagnose another request of the merchant; counts it if so. */
export async function mayDiagnose(merchantId: string, settings: Settings): Promise<boolean> {
  const { diagnoses, allDiagnoses } = await limitsOf(settings);
  // In this order, so that a merchant over the limit does not use up the total.
  if ((await take(diagnoses, merchantId)).refusal) return false;
  return (await take(allDiagnoses, '')).refusal === undefined;
}

export const signInLimiters = async (settings: Settings): Promise<SignInLimiters> => (await limitsOf(settings)).signIns;

async function take(policy: Policy, caller: string, points = 1): Promise<LimitStatus> {
  try {
    const counted = await policy.limiter.consume(policy.store.nameFor(caller), points);
    return { headers: headersOf(policy, counted) };
  } catch (exceeded) {
    if (!isStanding(exceeded)) throw exceeded;
    noteRefusal(policy.name);
    const seconds = Math.max(Math.ceil(exceeded.msBeforeNext / 1000), 1);
    return { headers: headersOf(policy, exceeded), refusal: errors.rateLimited(seconds) };
  }
}

/**
 * A refused call rejects with its limit state rather than an error. Checked by shape, not class: the production server
 * and Next's bundle share the limiters but have a copy of the class each.
 */
const isStanding = (thrown: unknown): thrown is RateLimiterRes =>
  typeof thrown === 'object' && thrown !== null && 'msBeforeNext' in thrown && 'remainingPoints' in thrown;

function headersOf(policy: Policy, result: RateLimiterRes): Record<string, string> {
  const reset = Math.max(Math.ceil(result.msBeforeNext / 1000), 0);
  return {
    RateLimit: `"${policy.name}";r=${Math.max(result.remainingPoints, 0)};t=${reset}`,
    'RateLimit-Policy': `"${policy.name}";q=${policy.perSecond};w=${policy.windowSeconds}`,
  };
}
