/** Servers with the default limits on card testing, and buyers with their own addresses. */
import { randomUUID } from 'node:crypto';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { newDatabase } from '../databases/own-database.ts';
import { StripeDouble } from '../stripe/double.ts';
import { startApiServer, type TestDatabase, type TestServer } from '../test-servers.ts';
import { type CheckoutStore, openSession, type PayAnswer, tryCard } from './buyers.ts';
import { createCardStore, defaultLimitSettings } from './store.ts';

export const newEmail = () => `${randomUUID()}@example.com`;

export interface Setup {
  readonly store: CheckoutStore;
  readonly stripe: StripeDouble;
  /** Further instances on the same database. */
  readonly otherInstances: readonly CheckoutStore[];
  close(): Promise<void>;
}

export async function startSetup(settings: Record<string, string> = {}, instances = 1): Promise<Setup> {
  const database: TestDatabase = await newDatabase();
  const stripe = await new StripeDouble().listen();
  const allSettings = { ...defaultLimitSettings, ...stripe.settings, ...settings };
  const servers: TestServer[] = [];
  for (let number = 0; number < instances; number += 1) {
    servers.push(await startApiServer(database.url, { pages: false, worker: false, settings: allSettings }));
  }
  const connection: OpenDatabase = openDatabase(database.url, { max: 1, applicationName: 'cards' });
  const store = await createCardStore(connection.db, servers[0]?.url ?? '');
  await connection.close();
  return {
    store,
    stripe,
    otherInstances: servers.slice(1).map(({ url }) => ({ ...store, url })),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await stripe.close();
      await database.close();
    },
  };
}

/** A card that the sandbox declines. For test. */
export const declined = { cardNumber: '4000 0000 0000 0002' };
/** A token for prod. Each token is a new card unless `card` names one. */
export const stripeCard = (behavior: string, card: string = randomUUID()) => ({
  paymentToken: `ctoken_${behavior}~${card}.${randomUUID()}`,
});
export const declinedStripeCard = () => stripeCard('decline-card_declined');
export const confirmations = ({ stripe }: Setup) => stripe.requests.filter(({ path }) => path.endsWith('/confirm'));
export const inProd = ({ store, stripe }: Setup): CheckoutStore => ({ ...store, environment: 'prod', stripe });

export async function sessionAt(store: CheckoutStore, address: string): Promise<string> {
  const session = await openSession(store, address);
  if (!session) throw new Error('no session');
  return session;
}

/** Makes one attempt in a new session. The session may come from any address. */
export async function attempt(
  store: CheckoutStore,
  address: string,
  card: Parameters<typeof tryCard>[4],
  email = newEmail(),
) {
  return await tryCard(store, await sessionAt(store, randomAddress()), address, email, card);
}

let addressCount = 0;
/** Returns an address in a network that no other test uses. */
export const randomAddress = () => {
  addressCount += 1;
  return `10.${Math.floor(addressCount / 250)}.${addressCount % 250}.1`;
};

export async function repeatSequentially<Result>(
  count: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
}

export const statuses = (answers: readonly PayAnswer[]) => answers.map(({ status }) => status);
export const count = (answers: readonly PayAnswer[], status: number) =>
  statuses(answers).filter((answered) => answered === status).length;
