/** The load: buyers who buy, subscribe, pass challenges, get refunds and cancel, and a test clock that advances. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { orders, payments, refunds } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Store } from '#server/stores/stores.ts';
import { type Caller, NoAnswer } from './caller.ts';
import type { Random } from './random.ts';

const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  challenge: '4000002760003184',
  declinedLater: '4000000000000341',
} as const;

const minuteMs = 60_000;
const dayMs = 86_400_000;
const clockStepDays = 17;
const clockedBuyers = 6;

/** The answers that buyers and merchants may rely on. */
export interface ConfirmedResults {
  readonly sessions: string[];
  /** Sessions that were answered as paid. */
  readonly paid: string[];
  advances: number;
}

interface ProductIds {
  readonly onetime: string;
  readonly subscription: string;
  readonly clocked: string;
}

export interface LoadOptions {
  readonly clients: number;
  readonly random: Random;
  /** No sale begins once it is aborted. */
  readonly signal: AbortSignal;
}

/** Runs the load until the signal. Sales that have begun are finished. */
export async function runLoad(db: Database, caller: Caller, options: LoadOptions): Promise<ConfirmedResults> {
  const { random, signal } = options;
  const confirmed: ConfirmedResults = { sessions: [], paid: [], advances: 0 };
  const productIds = await createProducts(caller, random);
  const clients = Array.from({ length: options.clients }, async () => {
    while (!signal.aborted) await ignoreNoAnswer(buy(db, caller, { random, productIds, confirmed }));
  });
  const clock = ignoreNoAnswer(advanceClock(caller, { random, productIds, confirmed, signal }));
  await Promise.all([...clients, clock]);
  return confirmed;
}

/** Ignores a request without an answer, which has already been recorded. */
async function ignoreNoAnswer(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof NoAnswer)) throw error;
  });
}

async function createProducts(caller: Caller, random: Random): Promise<ProductIds> {
  const { store, clockedStore } = caller.merchant;
  const createProduct = async (type: 'onetime' | 'subscription', seller: Store) => {
    const content = {
      storeId: toShortId('STO', seller.id),
      name: `A ${type} thing`,
      prices: { USD: { amount: '20.00' } },
    };
    const body = type === 'subscription' ? { ...content, billingPeriod: 'monthly' } : content;
    const answer = await caller.call({ action: `${type}-product/create-product`, body, key: randomUUID() }, random);
    return String(answer.body.data.product.id);
  };
  return {
    onetime: await createProduct('onetime', store),
    subscription: await createProduct('subscription', store),
    clocked: await createProduct('subscription', clockedStore),
  };
}

interface BuyContext {
  readonly random: Random;
  readonly productIds: ProductIds;
  readonly confirmed: ConfirmedResults;
}

/** One buyer's visit and its follow-ups. */
async function buy(db: Database, caller: Caller, { random, productIds, confirmed }: BuyContext): Promise<void> {
  const type = random.chance(0.7) ? 'onetime' : 'subscription';
  const sale = { type, productId: productIds[type], store: caller.merchant.store } as const;
  const sessionId = await openSession(caller, random, sale, confirmed);
  const card = random.pick([cards.good, cards.good, cards.good, cards.challenge, cards.declined]);
  let isPaid = await pay(caller, random, sale.store, sessionId, card);
  if (!isPaid && card === cards.declined) isPaid = await pay(caller, random, sale.store, sessionId, cards.good);
  if (!isPaid) return;
  confirmed.paid.push(sessionId);
  if (random.chance(0.3)) await refund(db, caller, random, sessionId);
  if (type === 'subscription' && random.chance(0.5)) await cancel(db, caller, random, sessionId);
}

interface Sale {
  readonly type: 'onetime' | 'subscription';
  readonly productId: string;
  readonly store: Store;
}

async function openSession(
  caller: Caller,
  random: Random,
  { type, productId, store }: Sale,
  confirmed: ConfirmedResults,
): Promise<string> {
  const body = { storeId: toShortId('STO', store.id), productId, productType: type, currency: 'USD' };
  // Called like a merchant's backend, or like its page.
  const slug = random.chance(0.4) ? { slug: store.slug } : {};
  const answer = await caller.call({ action: 'checkout/create-session', body, key: randomUUID(), ...slug }, random);
  const sessionId = String(answer.body?.data?.sessionId);
  if (answer.status === 200) confirmed.sessions.push(sessionId);
  else caller.problems.push(`checkout/create-session was refused: ${answer.status} ${answer.text}`);
  return sessionId;
}

/** Fills in the checkout page and pays. Returns whether the buyer was shown that the payment succeeded. */
async function pay(
  caller: Caller,
  random: Random,
  { slug }: Store,
  sessionId: string,
  cardNumber: string,
): Promise<boolean> {
  const form = {
    email: `${randomUUID()}@example.com`,
    country: 'DE',
    state: '',
    postcode: '',
    cardNumber,
    cardExpiry: '12 / 40',
    cardCvc: '123',
  };
  const page = `/${slug}/checkout/${sessionId}`;
  const quote = await caller.post(`${page}/quote`, form, random);
  const paid = await caller.post(`${page}/pay`, { ...form, shown: quote.body?.data?.shown }, random);
  if (paid.body?.data?.state === 'paid') return true;
  const { challengePath } = paid.body?.data ?? {};
  if (typeof challengePath !== 'string') return false;
  const finished = await caller.post(`${challengePath}/finish`, { passed: true }, random);
  return finished.body?.data?.state === 'paid';
}

async function refund(db: Database, caller: Caller, random: Random, sessionId: string): Promise<void> {
  const payment = await paymentOf(db, sessionId).catch(() => undefined);
  if (!payment) return;
  const body = { paymentId: toShortId('PAY', payment.paymentId), reason: 'chaos' };
  const all = random.chance(0.5) ? {} : { amount: '5.00' };
  await caller.call({ action: 'refund/create-refund', body: { ...body, ...all }, key: randomUUID() }, random);
}

async function cancel(db: Database, caller: Caller, random: Random, sessionId: string): Promise<void> {
  const payment = await paymentOf(db, sessionId).catch(() => undefined);
  if (!payment) return;
  const body = { orderId: toShortId('ORD', payment.orderId) };
  await caller.call({ action: 'subscription-order/cancel-order', body, key: randomUUID() }, random);
}

async function paymentOf(db: Database, sessionId: string) {
  const [found] = await db
    .select({ paymentId: payments.id, orderId: orders.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(refunds, eq(refunds.paymentId, payments.id))
    .where(and(eq(orders.checkoutSessionId, sessionId), eq(payments.status, 'succeeded'), isNull(refunds.id)));
  return found;
}

/** Advances the test clock of some subscriptions over renewals, failures and retries. */
async function advanceClock(
  caller: Caller,
  { random, productIds, confirmed, signal }: BuyContext & { signal: AbortSignal },
): Promise<void> {
  const store = caller.merchant.clockedStore;
  const storeId = toShortId('STO', store.id);
  const created = await caller.call({ action: 'test-clock/create', body: { storeId }, key: randomUUID() }, random);
  let at = Date.parse(String(created.body.data.testClock.at));
  const advanceBy = async (ms: number) => {
    const body = { storeId, to: new Date(at + ms).toISOString() };
    const advanced = await caller.call({ action: 'test-clock/advance', body, key: randomUUID() }, random);
    if (advanced.status !== 200) {
      caller.problems.push(`test-clock/advance was refused: ${advanced.status} ${advanced.text}`);
      return;
    }
    confirmed.advances += 1;
    // During an outage it may have ended early.
    at = Date.parse(String(advanced.body.data.testClock.at));
  };
  const buyClocked = async () => {
    for (let buyer = 0; buyer < clockedBuyers && !signal.aborted; buyer += 1) {
      const sale = { type: 'subscription', productId: productIds.clocked, store } as const;
      const sessionId = await openSession(caller, random, sale, confirmed);
      const card = buyer % 3 === 2 ? cards.declinedLater : cards.good;
      if (await pay(caller, random, store, sessionId, card)) confirmed.paid.push(sessionId);
    }
  };
  const finishedBuying = new AbortController();
  // A payment that a killed instance left open is settled half a minute later by this clock, so it must not stand still.
  const advanceByMinutes = async () => {
    while (!finishedBuying.signal.aborted) {
      await advanceBy(minuteMs);
      await sleep(500, undefined, { signal: finishedBuying.signal }).catch(() => {});
    }
  };
  await Promise.all([ignoreNoAnswer(buyClocked()).finally(() => finishedBuying.abort()), advanceByMinutes()]);
  while (!signal.aborted) {
    await advanceBy(clockStepDays * dayMs);
    await sleep(500, undefined, { signal }).catch(() => {});
  }
  // Charges that an outage left undecided at the clock's last moment are settled half a minute later.
  await advanceBy(minuteMs);
}
