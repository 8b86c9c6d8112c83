/** Servers with the default limits on card testing, and buyers with their own addresses. */
import { randomUUID } from 'node:crypto';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { newDatabase } from '../databases/own-database.ts';
import { StripeDouble } from '../stripe/double.ts';
import { startApiServer, type TestDatabase, type TestServer } from '../test-servers.ts';
import { openSession, type PayAnswer, type Shop, tryCard } from './buyers.ts';
import { attackedSettings, openCardShop } from './shop.ts';

export const newEmail = () => `${randomUUID()}@example.com`;

export interface World {
  readonly shop: Shop;
  readonly stripe: StripeDouble;
  /** Further instances on the same database. */
  readonly others: readonly Shop[];
  close(): Promise<void>;
}

export async function openWorld(settings: Record<string, string> = {}, instances = 1): Promise<World> {
  const own: TestDatabase = await newDatabase();
  const stripe = await new StripeDouble().listen();
  const all = { ...attackedSettings, ...stripe.settings, ...settings };
  const servers: TestServer[] = [];
  for (let number = 0; number < instances; number += 1) {
    servers.push(await startApiServer(own.url, { pages: false, worker: false, settings: all }));
  }
  const direct: OpenDatabase = openDatabase(own.url, { max: 1, applicationName: 'cards' });
  const shop = await openCardShop(direct.db, servers[0]?.url ?? '');
  await direct.close();
  return {
    shop,
    stripe,
    others: servers.slice(1).map(({ url }) => ({ ...shop, url })),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await stripe.close();
      await own.close();
    },
  };
}

/** A card that the sandbox declines. For test. */
export const declined = { cardNumber: '4000 0000 0000 0002' };
/** A token for prod. Each token is a new card unless `card` names one. */
export const stripeCard = (behavior: string, card: string = randomUUID()) => ({
  paymentToken: `ctoken_${behavior}~${card}.${randomUUID()}`,
});
export const badCard = () => stripeCard('decline-card_declined');
export const confirmations = ({ stripe }: World) => stripe.requests.filter(({ path }) => path.endsWith('/confirm'));
export const inProd = ({ shop, stripe }: World): Shop => ({ ...shop, environment: 'prod', stripe });

export async function sessionAt(shop: Shop, address: string): Promise<string> {
  const session = await openSession(shop, address);
  if (!session) throw new Error('no session');
  return session;
}

/** Makes one attempt in a new session. The session may come from any address. */
export async function attempt(shop: Shop, address: string, card: Parameters<typeof tryCard>[4], email = newEmail()) {
  return await tryCard(shop, await sessionAt(shop, randomAddress()), address, email, card);
}

let used = 0;
/** Returns an address in a network that no other test uses. */
export const randomAddress = () => {
  used += 1;
  return `10.${Math.floor(used / 250)}.${used % 250}.1`;
};

export async function inTurn<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
}

export const statuses = (answers: readonly PayAnswer[]) => answers.map(({ status }) => status);
export const count = (answers: readonly PayAnswer[], status: number) =>
  statuses(answers).filter((is) => is === status).length;
