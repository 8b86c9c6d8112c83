/**
 * How often. Counters live in this process (rate-limiter-flexible); every response says where its caller stands, in
 * the IETF draft's headers. (decisions.md, "Rate limits".)
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BurstyRateLimiter,
  type RateLimiterAbstract,
  RateLimiterMemory,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import type { ApiKeyCaller, Caller } from '../action.ts';
import { type ApiError, errors } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { noteRefusal } from '../telemetry/observe.ts';

/** Each may take some milliseconds of the only thread: so many for one merchant, and so many for all of them. */
const diagnosesPerSecond = { merchant: 5, all: 20 };

/** Writing one takes a good part of a second of the only thread: so many for one reader, and so many for all of them. */
const receipts = { readerPerMinute: 30, allPerSecond: 2 };

interface Policy {
  readonly name: string;
  readonly limiter: RateLimiterAbstract | BurstyRateLimiter;
  readonly perSecond: number;
  readonly windowSeconds: number;
}

export interface Standing {
  readonly headers: Readonly<Record<string, string>>;
  /** Set when this call is one too many. */
  readonly refusal?: ApiError;
}

type Policies = Readonly<
  Record<
    | 'apiKey'
    | 'storeSlug'
    | 'anonymous'
    | 'payments'
    | 'checks'
    | 'portal'
    | 'receipts'
    | 'allReceipts'
    | 'diagnoses'
    | 'allDiagnoses',
    Policy
  >
>;
const kept = globalThis as typeof globalThis & { counterfoilRateLimits?: Policies };

function policies({ rateLimits }: Settings): Policies {
  const perWindow = (name: string, points: number, windowSeconds: number): Policy => ({
    name,
    limiter: new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds }),
    perSecond: points,
    windowSeconds,
  });
  kept.counterfoilRateLimits ??= {
    apiKey: bursty('api-key', rateLimits.apiKey),
    storeSlug: perWindow('store-slug', rateLimits.storeSlug.perSecond, 1),
    anonymous: bursty('address', rateLimits.apiKey),
    payments: perWindow('payments', rateLimits.paymentsPerMinute, 60),
    checks: perWindow('checks', 1, 1),
    portal: perWindow('portal', rateLimits.signInPerMinute, 60),
    receipts: perWindow('receipts', receipts.readerPerMinute, 60),
    allReceipts: perWindow('all-receipts', receipts.allPerSecond * 30, 30),
    diagnoses: perWindow('diagnoses', diagnosesPerSecond.merchant, 1),
    allDiagnoses: perWindow('all-diagnoses', diagnosesPerSecond.all, 1),
  };
  return kept.counterfoilRateLimits;
}

/** A steady rate, and beyond it a reserve that is earned back over the time in which the steady rate would have. */
function bursty(name: string, { perSecond, burst }: { perSecond: number; burst: number }): Policy {
  const steady = new RateLimiterMemory({ keyPrefix: name, points: perSecond, duration: 1 });
  const extra = { points: Math.max(burst - perSecond, 0), duration: Math.max(Math.ceil(burst / perSecond), 1) };
  const reserve = new RateLimiterMemory({ keyPrefix: `${name}-burst`, ...extra });
  return { name, limiter: new BurstyRateLimiter(steady, reserve), perSecond, windowSeconds: 1 };
}

const limitsOf = (settings: Settings): Policies => kept.counterfoilRateLimits ?? policies(settings);

/** Counts a call of a known caller: per API key, per customer, or per store and client address. */
export function countCall(caller: Caller, address: string, settings: Settings): Promise<Standing> {
  const limits = limitsOf(settings);
  if (caller.kind === 'apiKey') return take(limits.apiKey, caller.keyId);
  return take(limits.storeSlug, publicName(caller, address));
}

function publicName(caller: Exclude<Caller, ApiKeyCaller>, address: string): string {
  if (caller.kind === 'dashboard') return caller.merchantId;
  // A customer proves who they are, so a crowd behind the same address does not take their calls.
  if (caller.kind === 'sessionToken') return `${caller.storeId} customer ${caller.buyerIdentity}`;
  return `${caller.storeId} ${address}`;
}

/** Counts a call that nobody answers for yet: a refused credential, an unknown path. */
export const countAnonymousCall = (address: string, settings: Settings): Promise<Standing> =>
  take(limitsOf(settings).anonymous, address);

/** Counts an attempt to pay: the brake on trying out stolen cards. */
export const countPaymentAttempt = (sessionId: string, settings: Settings): Promise<Standing> =>
  take(limitsOf(settings).payments, sessionId);

/**
 * Whether a payment provider may be asked now what has become of a session's payment, or a portal's change; counts it if
 * so. Whoever is back from their bank has an answer to hear: if a page has just asked, they wait for the next turn.
 */
export async function mayCheck(id: string, settings: Settings, isBack = false): Promise<boolean> {
  const { checks } = limitsOf(settings);
  const isFree = async () => (await take(checks, id)).refusal === undefined;
  if (await isFree()) return true;
  if (!isBack) return false;
  await sleep(checks.windowSeconds * 1000);
  return await isFree();
}

/** Counts an attempt to come into a customer portal, or to have a link for it sent: like signing in. */
export const countPortalEntry = (address: string, settings: Settings): Promise<Standing> =>
  take(limitsOf(settings).portal, address);

/** Counts a receipt that is written as PDF, for one reader and for all of them. */
export async function countReceipt(reader: string, settings: Settings): Promise<Standing> {
  const { receipts: own, allReceipts } = limitsOf(settings);
  // In this order: a reader beyond their own share takes nothing from the others'.
  const standing = await take(own, reader);
  return standing.refusal ? standing : await take(allReceipts, '');
}

/** Whether the signature doctor may look at another failed request of that merchant's; counts it if so. */
export async function mayDiagnose(merchantId: string, settings: Settings): Promise<boolean> {
  const { diagnoses, allDiagnoses } = limitsOf(settings);
  // In this order: a merchant beyond their own share takes nothing from the others'.
  if ((await take(diagnoses, merchantId)).refusal) return false;
  return (await take(allDiagnoses, '')).refusal === undefined;
}

async function take(policy: Policy, key: string): Promise<Standing> {
  try {
    return { headers: headersOf(policy, (await policy.limiter.consume(key)) as RateLimiterRes) };
  } catch (exceeded) {
    if (!isStanding(exceeded)) throw exceeded;
    noteRefusal(policy.name);
    const seconds = Math.max(Math.ceil(exceeded.msBeforeNext / 1000), 1);
    return { headers: headersOf(policy, exceeded), refusal: errors.rateLimited(seconds) };
  }
}

/**
 * A refused call rejects with its standing rather than an error. By its shape, not its class: the limiters are shared
 * by the production server and Next's bundle, which have a copy of the class each.
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
