/**
 * Decides whether a card may go to the payment provider. Every attempt is counted against the buyer's network, mailbox
 * and card and against the store before the provider is asked, and given back when it turns out well.
 */
import type { Database } from '#db/client.ts';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import { log } from '#server/platform/log.ts';
import { noteRefusal } from '#server/platform/observe.ts';
import { type Settings, settings } from '#server/platform/settings.ts';
import type { CardFacts } from '#server/providers/payments/provider.ts';
import { holdAttempt, releaseAttempt } from '../payments/data/card-attempts.ts';
import { type CardCounters, type Count, type CounterName, cardCounters, type Full, scopeOf } from './counters.ts';
import {
  impatientSeconds,
  isTellingDecline,
  looksLikeTesting,
  mailboxOf,
  maxPerPlaceUnderBrake,
  maxPerPlaceWhileWaiting,
  mustWait,
  placeOf,
  type StoreCounts,
  waitSeconds,
  windowSeconds,
} from './rules/card-testing.ts';

export interface CardAttempt {
  readonly store: { readonly id: string };
  readonly environment: Environment;
  /** The checkout session or subscription that is paid. */
  readonly ownerId: string;
  readonly email: string | null;
  /** What the provider can tell about the card without charging it. */
  readonly readCard: () => Promise<CardFacts>;
}

/** Where an attempt comes from, and when, in real time. */
export interface AttemptOrigin {
  readonly address: string;
  readonly settings: Settings;
  readonly now: Date;
}

/** A payment, or a change of a payment method. */
export interface AttemptResult {
  readonly id: string;
  readonly merchantId: string;
  readonly status: 'processing' | 'requires_action' | 'succeeded' | 'failed';
  readonly failureCode: string | null;
}

export interface Admission {
  /** Under the brake: the buyer's bank has to confirm that it is the buyer. */
  readonly mustAuthenticate: boolean;
  /** The provider was not asked after all. */
  cancel(): Promise<void>;
  /** Nobody knows what became of it: it goes on counting. */
  leave(): void;
  /**
   * What became of it. Without an outcome, the attempt goes on counting until {@link endHeldAttempt}. `readAgain`: the
   * result as it is stored once the attempt is held.
   */
  end(db: Database, result: AttemptResult, readAgain: () => Promise<AttemptResult>): Promise<void>;
}

/** Refuses an attempt. Which limit it was stays here: whoever tests cards would only learn how to go round it. */
export class AttemptRefused extends Error {
  override name = 'AttemptRefused';
  readonly seconds: number;

  constructor(limit: string, msLeft: number) {
    super('The card may not be tried now');
    noteRefusal(`payments-${limit}`);
    this.seconds = Math.max(Math.ceil(msLeft / 1000), 1);
  }
}

/** Lets a card through to its provider, or refuses it by throwing. */
export type Admit = (attempt: CardAttempt) => Promise<Admission>;

/** Does what comes before the provider is asked; where that fails, the attempt does not count. */
export async function orCancel<Done>(admission: Admission | undefined, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    await admission?.cancel();
    throw error;
  }
}

/** Records an outcome; where that fails, the attempt goes on counting. */
export async function orLeave<Done>(admission: Admission | undefined, work: () => Promise<Done>): Promise<Done> {
  try {
    return await work();
  } catch (error) {
    admission?.leave();
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
  /** Counted until the attempt turns out well. */
  readonly #taken: CounterName[] = [];
  /** Counted unless the provider was not asked, or its answer tells nothing: nobody can dilute the share of declines. */
  #tried: CounterName | undefined;

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
    const place = await this.#take('place', limits.perAddress, scope, placeOf(this.#origin.address));
    if (email) await this.#take('email', limits.perEmail, scope, mailboxOf(email));
    const { cardId, canAuthenticate } = await this.#attempt.readCard();
    if (cardId) await this.#take('card', limits.perCard, scope, cardId);
    const counts = await this.#takeFromStore(limits.perStore);
    const isBraking = looksLikeTesting(counts, limits.perStore) && (await this.#hasDeclines(limits.perStore));
    if (isBraking) await this.#brake(counts, place, cardId, canAuthenticate);
    return {
      mustAuthenticate: isBraking && canAuthenticate,
      cancel: () => this.#cancel(),
      leave: () => this.#leave(),
      end: (db, result, readAgain) => this.#end(db, result, readAgain),
    };
  }

  async #take(kind: 'place' | 'email' | 'card', limit: number, ...parts: string[]): Promise<Count> {
    const name = this.#counters.name(kind, ...parts);
    const taken = await this.#counters.take(name, this.#seconds, async ({ count }) => count <= limit);
    if (isFull(taken)) throw new AttemptRefused(kind, taken.msLeft);
    this.#taken.push(name);
    return taken;
  }

  /** Counts the attempt for its store. Attempts in flight may yet turn out well: only known declines set the brake. */
  async #takeFromStore(minDeclines: number): Promise<StoreCounts> {
    const { store, environment } = this.#attempt;
    const name = this.#counters.name('store', environment, store.id);
    const attemptsName = this.#counters.name('attempts', environment, store.id);
    const { count: attempts } = await this.#counters.add(attemptsName, this.#seconds);
    this.#tried = attemptsName;
    const isClear = async ({ count: unproven }: Count) =>
      !looksLikeTesting({ attempts, unproven }, minDeclines) || (await this.#hasDeclines(minDeclines));
    let taken = await this.#counters.take(name, this.#seconds, isClear);
    // Nobody knows yet how the open attempts end, and too few are known to be declined.
    if (isFull(taken)) taken = await this.#counters.take(name, this.#seconds, async () => true);
    this.#taken.push(name);
    return { attempts, unproven: taken.count };
  }

  async #hasDeclines(minDeclines: number): Promise<boolean> {
    const { store, environment } = this.#attempt;
    return (await this.#counters.read(this.#counters.name('declines', environment, store.id))) >= minDeclines;
  }

  /** Lets an attempt through to 3-D Secure at once, or after a wait of a minute at most. */
  async #brake(counts: StoreCounts, place: Count, cardId: string | null, canAuthenticate: boolean): Promise<void> {
    const { store, environment, ownerId } = this.#attempt;
    const { address, settings } = this.#origin;
    logBrake(store.id, environment, this.#origin.now);
    if (canAuthenticate && !mustWait(counts, settings.rateLimits.declines.perStore)) return;
    const quiet = this.#counters.name('quiet', environment, store.id, placeOf(address));
    const { count } = await this.#counters.add(quiet, waitSeconds);
    const isImpatient = count > maxPerPlaceWhileWaiting;
    if (isImpatient) await this.#counters.extend(quiet, count, impatientSeconds);
    const isBusy = isImpatient || place.count > maxPerPlaceUnderBrake;
    const waitedMs = await this.#waitedMs(ownerId);
    // Buyers come back with the card that was refused; thieves go on to the next one.
    const waitedWithCardMs = await this.#waitedMs(ownerId, cardId ?? '');
    const leftMs = isBusy ? impatientSeconds * 1000 - waitedWithCardMs : waitSeconds * 1000 - waitedMs;
    // A browser's timer and the counters' clock may differ by a moment.
    if (leftMs > 500) throw new AttemptRefused('brake', leftMs);
  }

  /** Since the first attempt under the brake that had all of this in common. */
  async #waitedMs(...parts: string[]): Promise<number> {
    const { store, environment } = this.#attempt;
    const waiting = this.#counters.name('waiting', environment, store.id, ...parts);
    const { msLeft } = await this.#counters.add(waiting, windowSeconds.prod);
    return windowSeconds.prod * 1000 - msLeft;
  }

  async #cancel(): Promise<void> {
    const tried = this.#tried;
    this.#tried = undefined;
    await Promise.all([this.#giveBack(), tried && this.#counters.giveBack(tried, this.#seconds)]);
  }

  async #giveBack(): Promise<void> {
    const names = this.#taken.splice(0);
    await Promise.all(names.map((name) => this.#counters.giveBack(name, this.#seconds)));
    for (const name of names) this.#counters.end(name);
  }

  async #end(db: Database, result: AttemptResult, readAgain: () => Promise<AttemptResult>): Promise<void> {
    const { id, merchantId, status, failureCode } = result;
    const { store, environment } = this.#attempt;
    if (status === 'processing' || status === 'requires_action') {
      const expiresAt = new Date(this.#origin.now.getTime() + this.#seconds * 1000);
      const held = { id, merchantId, storeId: store.id, environment, counters: [...this.#taken], expiresAt };
      await holdAttempt(db, held, this.#origin.now);
      // A webhook may have recorded the outcome just before, when there was no held attempt to end.
      await endHeldAttempt(db, await readAgain(), id);
    } else if (status === 'failed' && isTellingDecline(failureCode)) {
      await this.#counters.add(this.#counters.name('declines', environment, store.id), this.#seconds);
    } else if (status === 'failed') {
      return await this.#cancel();
    } else return await this.#giveBack();
    this.#leave();
  }

  #leave(): void {
    for (const name of this.#taken.splice(0)) this.#counters.end(name);
  }
}

/**
 * Ends an attempt that waited for the buyer's bank or the provider, whoever hears of its outcome first. Does nothing
 * while there is no outcome, or where the attempt was not held. `heldId`: where the result is that of a later charge.
 */
export async function endHeldAttempt(db: Database, result: AttemptResult, heldId = result.id): Promise<void> {
  const isOpen = result.status === 'processing' || result.status === 'requires_action';
  if (isOpen && heldId === result.id) return;
  const held = await releaseAttempt(db, { id: heldId, merchantId: result.merchantId });
  if (!held) return;
  if (isOpen) return await holdAttempt(db, { ...held, id: result.id }, held.createdAt);
  const counters = await cardCounters(settings());
  const seconds = windowSeconds[held.environment];
  if (result.status === 'failed' && isTellingDecline(result.failureCode)) {
    await counters.add(counters.name('declines', held.environment, held.storeId), seconds);
    return;
  }
  const attempts = counters.name('attempts', held.environment, held.storeId);
  const names = [...(held.counters as CounterName[]), ...(result.status === 'failed' ? [attempts] : [])];
  await Promise.all(names.map((name) => counters.giveBack(name, seconds)));
}

const isFull = (taken: Count | Full): taken is Full => 'isFull' in taken;

const logged = new Map<string, number>();

/** Once in a window: an operator may want to know. */
function logBrake(storeId: string, environment: Environment, now: Date): void {
  const name = `${environment} ${storeId}`;
  const isKnown = now.getTime() - (logged.get(name) ?? 0) < windowSeconds[environment] * 1000;
  if (isKnown) return;
  logged.set(name, now.getTime());
  log().warn({ storeId: toShortId('STO', storeId), environment }, 'many declines at a store: buyers need 3-D Secure');
}
