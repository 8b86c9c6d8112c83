/**
 * Decides whether a card may be sent to the payment provider. Each attempt is counted before the provider is asked: per
 * network, mailbox, card and store. The counts are given back when the attempt succeeds.
 */
import type { Database } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { isLivePayment, type PaymentStatus } from '#server/domain/payment.ts';
import { log } from '#server/platform/log.ts';
import { noteRefusal } from '#server/platform/observe.ts';
import { type Settings, settings } from '#server/platform/settings.ts';
import type { CardFacts } from '#server/providers/payments/provider.ts';
import { holdAttempt, releaseAttempt } from '../payments/data/card-attempts.ts';
import { type CardCounters, type Count, type CounterName, cardCounters, type Full, scopeOf } from './counters.ts';
import {
  busyWaitSeconds,
  isConclusiveDecline,
  looksLikeTesting,
  mailboxOf,
  maxPerNetworkUnderBrake,
  maxPerNetworkWhileWaiting,
  mustWait,
  networkKeyOf,
  type StoreCounts,
  waitSeconds,
  windowSeconds,
} from './rules/card-testing.ts';

export interface CardAttempt {
  readonly store: { readonly id: string };
  readonly environment: Environment;
  /** The checkout session or subscription to be paid. */
  readonly ownerId: string;
  readonly email: string | null;
  /** Reads what the provider knows about the card without charging it. */
  readonly readCard: () => Promise<CardFacts>;
}

/** The client address, and the real time of the attempt. */
export interface AttemptOrigin {
  readonly address: string;
  readonly settings: Settings;
  readonly now: Date;
}

/** The relevant fields of a payment or of a payment method change. */
export interface AttemptResult {
  readonly id: string;
  readonly merchantId: string;
  readonly status: PaymentStatus;
  readonly failureCode: string | null;
}

export interface Admission {
  /** The brake is on: the buyer has to pass 3D Secure. */
  readonly mustAuthenticate: boolean;
  /** Gives all counts back: the provider was not asked. */
  cancel(): Promise<void>;
  /** Ends the attempt with an unknown outcome: it stays counted. */
  keepCounting(): void;
  /**
   * Records the outcome. Without a final outcome, the attempt stays counted until {@link endHeldAttempt}. `reload` reads
   * the stored result after the attempt is held.
   */
  end(db: Database, result: AttemptResult, reload: () => Promise<AttemptResult>): Promise<void>;
}

/** An attempt over a limit. The limit is not named to the buyer, because card testers would learn how to avoid it. */
export class AttemptRefused extends Error {
  override name = 'AttemptRefused';
  readonly seconds: number;

  constructor(limit: string, msLeft: number) {
    super('The card may not be tried now');
    noteRefusal(`payments-${limit}`);
    this.seconds = Math.max(Math.ceil(msLeft / 1000), 1);
  }
}

/** Admits a card, or throws {@link AttemptRefused}. */
export type Admit = (attempt: CardAttempt) => Promise<Admission>;

/** Runs work that precedes the provider call; an error cancels the attempt. */
export async function cancelOnError<Done>(admission: Admission | undefined, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    await admission?.cancel();
    throw error;
  }
}

/** Records an outcome; after an error the attempt stays counted. */
export async function keepCountingOnError<Done>(
  admission: Admission | undefined,
  work: () => Promise<Done>,
): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    admission?.keepCounting();
    throw error;
  }
}

/** Throws {@link AttemptRefused}. */
export async function admitCard(attempt: CardAttempt, origin: AttemptOrigin): Promise<Admission> {
  const counters = await cardCounters(origin.settings);
  return await new Admitting(counters, attempt, origin).run();
}

class Admitting {
  readonly #counters: CardCounters;
  readonly #attempt: CardAttempt;
  readonly #origin: AttemptOrigin;
  readonly #seconds: number;
  /** Counters to give back when the attempt succeeds. */
  readonly #counted: CounterName[] = [];
  /** The counter of all attempts. It is given back when the provider was not asked or its answer is inconclusive. */
  #attemptsCounter: CounterName | undefined;

  constructor(counters: CardCounters, attempt: CardAttempt, origin: AttemptOrigin) {
    this.#counters = counters;
    this.#attempt = attempt;
    this.#origin = origin;
    this.#seconds = windowSeconds[attempt.environment];
  }

  async run(): Promise<Admission> {
    try {
      return await this.#admit();
    } catch (error) {
      await this.#cancel();
      throw error;
    }
  }

  async #admit(): Promise<Admission> {
    const { store, environment, email } = this.#attempt;
    const limits = this.#origin.settings.rateLimits.declines;
    const scope = scopeOf(environment, store.id);
    const networkCount = await this.#take('place', limits.perAddress, scope, networkKeyOf(this.#origin.address));
    if (email) await this.#take('email', limits.perEmail, scope, mailboxOf(email));
    const { cardId, canAuthenticate } = await this.#attempt.readCard();
    if (cardId) await this.#take('card', limits.perCard, scope, cardId);
    const counts = await this.#takeFromStore(limits.perStore);
    const isBraking = looksLikeTesting(counts, limits.perStore) && (await this.#hasDeclines(limits.perStore));
    if (isBraking) await this.#brake(counts, networkCount, cardId, canAuthenticate);
    return {
      mustAuthenticate: isBraking && canAuthenticate,
      cancel: () => this.#cancel(),
      keepCounting: () => this.#leave(),
      end: (db, result, reload) => this.#end(db, result, reload),
    };
  }

  async #take(kind: 'place' | 'email' | 'card', limit: number, ...parts: string[]): Promise<Count> {
    const name = this.#counters.name(kind, ...parts);
    const result = await this.#counters.take(name, this.#seconds, async ({ count }) => count <= limit);
    if (isFull(result)) throw new AttemptRefused(kind, result.msLeft);
    this.#counted.push(name);
    return result;
  }

  /** Counts the attempt for its store. Attempts in flight may still succeed, so only known declines set the brake. */
  async #takeFromStore(minDeclines: number): Promise<StoreCounts> {
    const { store, environment } = this.#attempt;
    const name = this.#counters.name('store', environment, store.id);
    const attemptsName = this.#counters.name('attempts', environment, store.id);
    const { count: attempts } = await this.#counters.add(attemptsName, this.#seconds);
    this.#attemptsCounter = attemptsName;
    const isClear = async ({ count: unproven }: Count) =>
      !looksLikeTesting({ attempts, unproven }, minDeclines) || (await this.#hasDeclines(minDeclines));
    let result = await this.#counters.take(name, this.#seconds, isClear);
    // Too few declines are known, and the open attempts have no outcome yet.
    if (isFull(result)) result = await this.#counters.take(name, this.#seconds, async () => true);
    this.#counted.push(name);
    return { attempts, unproven: result.count };
  }

  async #hasDeclines(minDeclines: number): Promise<boolean> {
    const { store, environment } = this.#attempt;
    return (await this.#counters.read(this.#counters.name('declines', environment, store.id))) >= minDeclines;
  }

  /** Admits an attempt to 3D Secure, immediately or after at most a minute. */
  async #brake(
    counts: StoreCounts,
    networkCount: Count,
    cardId: string | null,
    canAuthenticate: boolean,
  ): Promise<void> {
    const { store, environment, ownerId } = this.#attempt;
    const { address, settings } = this.#origin;
    logBrake(store.id, environment, this.#origin.now);
    if (canAuthenticate && !mustWait(counts, settings.rateLimits.declines.perStore)) return;
    const quiet = this.#counters.name('quiet', environment, store.id, networkKeyOf(address));
    const { count } = await this.#counters.add(quiet, waitSeconds);
    const isImpatient = count > maxPerNetworkWhileWaiting;
    if (isImpatient) await this.#counters.extend(quiet, count, busyWaitSeconds);
    const isBusy = isImpatient || networkCount.count > maxPerNetworkUnderBrake;
    const waitedMs = await this.#waitedMs(ownerId);
    // Real buyers retry the card that was refused; card testers move on to the next one.
    const waitedWithCardMs = await this.#waitedMs(ownerId, cardId ?? '');
    const leftMs = isBusy ? busyWaitSeconds * 1000 - waitedWithCardMs : waitSeconds * 1000 - waitedMs;
    // Allows for a difference between the browser's timer and the counters' clock.
    if (leftMs > 500) throw new AttemptRefused('brake', leftMs);
  }

  /** The time since the first attempt under the brake with the same parts. */
  async #waitedMs(...parts: string[]): Promise<number> {
    const { store, environment } = this.#attempt;
    const waiting = this.#counters.name('waiting', environment, store.id, ...parts);
    const { msLeft } = await this.#counters.add(waiting, windowSeconds.prod);
    return windowSeconds.prod * 1000 - msLeft;
  }

  async #cancel(): Promise<void> {
    const attemptsCounter = this.#attemptsCounter;
    this.#attemptsCounter = undefined;
    await Promise.all([this.#giveBack(), attemptsCounter && this.#counters.giveBack(attemptsCounter, this.#seconds)]);
  }

  async #giveBack(): Promise<void> {
    const names = this.#counted.splice(0);
    await Promise.all(names.map((name) => this.#counters.giveBack(name, this.#seconds)));
    for (const name of names) this.#counters.end(name);
  }

  async #end(db: Database, result: AttemptResult, reload: () => Promise<AttemptResult>): Promise<void> {
    const { id, merchantId, status, failureCode } = result;
    const { store, environment } = this.#attempt;
    if (isLivePayment(status)) {
      const expiresAt = new Date(this.#origin.now.getTime() + this.#seconds * 1000);
      const held = { id, merchantId, storeId: store.id, environment, counters: [...this.#counted], expiresAt };
      await holdAttempt(db, held, this.#origin.now);
      // A webhook may have recorded the outcome before the attempt was held.
      await endHeldAttempt(db, await reload(), id);
    } else if (status === 'failed' && isConclusiveDecline(failureCode)) {
      await this.#counters.add(this.#counters.name('declines', environment, store.id), this.#seconds);
    } else if (status === 'failed') {
      return await this.#cancel();
    } else return await this.#giveBack();
    this.#leave();
  }

  #leave(): void {
    for (const name of this.#counted.splice(0)) this.#counters.end(name);
  }
}

/**
 * Ends an attempt that waited for the buyer's bank or the provider. Does nothing while there is no outcome, or if the
 * attempt was not held. `heldId` is set when `result` belongs to a later charge than the held attempt.
 */
export async function endHeldAttempt(db: Database, result: AttemptResult, heldId = result.id): Promise<void> {
  const isLive = isLivePayment(result.status);
  if (isLive && heldId === result.id) return;
  const held = await releaseAttempt(db, { id: heldId, merchantId: result.merchantId });
  if (!held) return;
  if (isLive) return await holdAttempt(db, { ...held, id: result.id }, held.createdAt);
  const counters = await cardCounters(settings());
  const seconds = windowSeconds[held.environment];
  if (result.status === 'failed' && isConclusiveDecline(result.failureCode)) {
    await counters.add(counters.name('declines', held.environment, held.storeId), seconds);
    return;
  }
  const attempts = counters.name('attempts', held.environment, held.storeId);
  const names = [...(held.counters as CounterName[]), ...(result.status === 'failed' ? [attempts] : [])];
  await Promise.all(names.map((name) => counters.giveBack(name, seconds)));
}

const isFull = (result: Count | Full): result is Full => 'isFull' in result;

const logged = new Map<string, number>();

/** Logs at most once per window. */
function logBrake(storeId: string, environment: Environment, now: Date): void {
  const name = `${environment} ${storeId}`;
  const isKnown = now.getTime() - (logged.get(name) ?? 0) < windowSeconds[environment] * 1000;
  if (isKnown) return;
  logged.set(name, now.getTime());
  log().warn(
    { storeId: toShortId('STO', storeId), environment },
    'many declines at a store; buyers must pass 3D Secure',
  );
}
