/** Stores with a test clock, for tests that cover months. */
import { eq } from 'drizzle-orm';
import { stores } from '#db/schema/index.ts';
import { listBalances } from '#server/billing/ledger/data/ledger.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { lockStore } from '#server/stores/stores.ts';
import { setTestClock } from '#server/test-clock/data/test-clocks.ts';
import { db, newMerchant, newSubscriptionSession, pay, type TestMerchant } from './api.ts';

const dayMs = 86_400_000;

/** Returns the time this many days later. */
export const daysAfter = (at: string | Date, days: number): string =>
  new Date(new Date(at).getTime() + days * dayMs).toISOString();

/** Creates a merchant whose store has a test clock. `advance` moves the clock and returns what happened. */
export async function newFrozenMerchant() {
  const merchant = await newMerchant();
  const { storeId } = merchant;
  const created = await merchant.call('test-clock/create', { storeId });
  return {
    ...merchant,
    at: String(created.body.data.testClock.at),
    async advance(to: string) {
      const { status, text, body } = await merchant.call('test-clock/advance', { storeId, to });
      if (status !== 200) throw new Error(text);
      return body.data as {
        testClock: { at: string; nextDueAt: string | null };
        timeline: { at: string; type: string; objectId: string; paymentId: string | null; summary: string }[];
        timelineTotal: number;
      };
    },
  };
}

export type FrozenMerchant = Awaited<ReturnType<typeof newFrozenMerchant>>;

/** Purchases a subscription in the merchant's store with this card. Returns the checkout session. */
export async function subscribe(merchant: TestMerchant, cardNumber = '4242424242424242', product: object = {}) {
  const { sessionId } = await newSubscriptionSession(merchant, {}, { ...product });
  await pay(merchant, sessionId, { cardNumber });
  return sessionId;
}

/**
 * Sets the store's test clock, also while jobs of the store run. Like every change of a store it locks the store first:
 * two changes of a row that several nodes have can reach them in different orders and end in a deadlock.
 */
export const setClock = ({ store }: Pick<TestMerchant, 'store'>, at: Date | null) =>
  db.transaction(async (tx) => {
    const scope = scopeOfStore(store);
    await lockStore(tx, scope);
    await setTestClock(tx, scope, at);
  });

/** Returns the time of the store's test clock. */
export const clockOf = async ({ store }: Pick<TestMerchant, 'store'>) =>
  (await db.select().from(stores).where(eq(stores.id, store.id)))[0]?.testClockAt?.toISOString();

/** Returns the provider's balance for the store in test from the ledger, in minor units of USD. */
export const providerBalanceOf = async ({ store }: TestMerchant) =>
  Number(
    (await listBalances(db, { merchantId: store.merchantId, storeId: store.id, environment: 'test' })).find(
      ({ account, currency }) => account === 'provider_balance' && currency === 'USD',
    )?.amountMinor ?? 0,
  );
