/** The limits on card testing as they ship: servers of their own, with buyers at addresses of their own. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../db/client.ts';
import { attackCards } from '../testing/card-attack.ts';
import { buy, openSession, type PayAnswer, passBank, type Shop, tryCard } from '../testing/card-buyers.ts';
import { attackedSettings, openCardShop } from '../testing/card-shop.ts';
import { newDatabase } from '../testing/own-database.ts';
import { StripeDouble } from '../testing/stripe-double.ts';
import { startFastDoor, type TestDatabase, type TestServer } from '../testing/test-servers.ts';

const declined = { cardNumber: '4000 0000 0000 0002' };
const works = { cardNumber: '4242 4242 4242 4242' };
const newEmail = () => `${randomUUID()}@example.com`;

interface World {
  readonly shop: Shop;
  readonly stripe: StripeDouble;
  /** Further instances on the same database. */
  readonly others: readonly Shop[];
  close(): Promise<void>;
}

async function openWorld(settings: Record<string, string> = {}, instances = 1): Promise<World> {
  const own: TestDatabase = await newDatabase();
  const stripe = await new StripeDouble().listen();
  const all = { ...attackedSettings, ...stripe.settings, ...settings };
  const servers: TestServer[] = [];
  for (let number = 0; number < instances; number += 1) {
    servers.push(await startFastDoor(own.url, { pages: false, worker: false, settings: all }));
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

/** In prod: every token is a card of its own, unless it names one. */
const stripeCard = (behaviour: string, card: string = randomUUID()) => ({
  paymentToken: `ctoken_${behaviour}~${card}.${randomUUID()}`,
});
const badCard = () => stripeCard('decline-card_declined');
const confirmations = ({ stripe }: World) => stripe.requests.filter(({ path }) => path.endsWith('/confirm'));
const inProd = ({ shop, stripe }: World): Shop => ({ ...shop, environment: 'prod', stripe });

async function sessionAt(shop: Shop, address: string): Promise<string> {
  const session = await openSession(shop, address);
  if (!session) throw new Error('no session');
  return session;
}

/** One attempt in a session of its own, which is made from anywhere. */
async function attempt(shop: Shop, address: string, card: Parameters<typeof tryCard>[4], email = newEmail()) {
  return await tryCard(shop, await sessionAt(shop, randomAddress()), address, email, card);
}

let used = 0;
/** In a network that no other test is in. */
const randomAddress = () => {
  used += 1;
  return `10.${Math.floor(used / 250)}.${used % 250}.1`;
};

async function inTurn<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < count; index += 1) results.push(await work(index));
  return results;
}

const statuses = (answers: readonly PayAnswer[]) => answers.map(({ status }) => status);
const count = (answers: readonly PayAnswer[], status: number) => statuses(answers).filter((is) => is === status).length;
/** Of a test about another limit: the store's brake is out of the way. */
const noBrake = { RATE_LIMIT_DECLINES_PER_STORE: '100000' };

describe('declines', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ ...noBrake, RATE_LIMIT_COUNTERS: 'database' }, 2);
  });
  afterAll(() => world.close());

  test('84 attempts at once from one network, at two instances: 10 reach the provider', async () => {
    const shops = [inProd(world), ...world.others.map((other) => ({ ...other, environment: 'prod' as const }))];
    const sessions = await Promise.all(Array.from({ length: 84 }, () => sessionAt(shops[0] as Shop, randomAddress())));
    const before = confirmations(world).length;
    const answers = await Promise.all(
      sessions.map((session, index) =>
        tryCard(shops[index % 2] as Shop, session, `203.0.113.${index}`, newEmail(), badCard()),
      ),
    );
    expect(confirmations(world).length - before).toBe(10);
    expect([count(answers, 400), count(answers, 429)]).toEqual([10, 74]);
  });

  test('an IPv6 network of 2^64 addresses counts as one', async () => {
    const answers = await inTurn(12, (index) => attempt(inProd(world), `2001:db8:7:7::${index + 1}`, badCard()));
    expect([count(answers, 400), count(answers, 429)]).toEqual([10, 2]);
    expect((await attempt(inProd(world), '2001:db8:7:8::1', badCard())).status).toBe(400);
  });

  test('a mailbox counts over all its spellings, sessions and addresses', async () => {
    const name = randomUUID();
    const spelt = (index: number) =>
      [`${name}@example.com`, `${name.toUpperCase()}@Example.com`, `${name}+${index}@example.com`][index % 3] ?? '';
    const answers = await inTurn(7, (index) => attempt(inProd(world), randomAddress(), badCard(), spelt(index)));
    expect(statuses(answers)).toEqual([400, 400, 400, 400, 400, 400, 429]);
  });

  test('a card counts over all sessions, mailboxes and addresses', async () => {
    const card = randomUUID();
    const answers = await inTurn(7, () =>
      attempt(inProd(world), randomAddress(), stripeCard('decline-incorrect_cvc', card)),
    );
    expect(statuses(answers)).toEqual([400, 400, 400, 400, 400, 400, 429]);
  });

  test('payments that go through are given back: a crowd behind one address pays', async () => {
    const shop = inProd(world);
    const place = randomAddress();
    const sessions = await Promise.all(Array.from({ length: 30 }, () => sessionAt(shop, randomAddress())));
    const answers = await Promise.all(
      sessions.map((session) => tryCard(shop, session, place, newEmail(), stripeCard('works'))),
    );
    expect(answers.filter(({ state }) => state === 'paid')).toHaveLength(30);
  });

  test('a failure of the bank’s says nothing about the card, and does not count', async () => {
    const place = randomAddress();
    const answers = await inTurn(12, () => attempt(inProd(world), place, stripeCard('decline-processing_error')));
    expect(count(answers, 400)).toBe(12);
  });

  test('a card that is declined after the bank’s question counts where it was tried, however that is heard', async () => {
    const [shop, place] = [inProd(world), randomAddress()];
    for (let index = 0; index < 10; index += 1) {
      const answer = await attempt(shop, place, stripeCard('challenge-declined'));
      const id = new URL(answer.challengePath ?? '').pathname.split('/')[2] ?? '';
      world.stripe.ledger.finishChallenge(id, true);
      const { body, signature } = world.stripe.webhook(
        'payment_intent.payment_failed',
        world.stripe.ledger.things.get(id) ?? {},
      );
      const url = `${shop.url}/v1/payment-webhooks/stripe`;
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    }
    expect((await attempt(shop, place, stripeCard('works'))).status).toBe(429);
  });

  test('a buyer who passes the bank’s question is given back', async () => {
    const [shop, place] = [inProd(world), randomAddress()];
    const bought = await inTurn(12, async () => {
      const { challengePath = '' } = await attempt(shop, place, stripeCard('challenge'));
      return await passBank(shop, challengePath, place);
    });
    expect(bought).toEqual(Array.from({ length: 12 }, () => true));
  });

  test('every limit refuses with the same words, and says only when to try again', async () => {
    const shop = inProd(world);
    const [place, card, email] = [randomAddress(), randomUUID(), newEmail()];
    await inTurn(10, () => attempt(shop, place, badCard()));
    await inTurn(6, () => attempt(shop, randomAddress(), stripeCard('decline-card_declined', card)));
    await inTurn(6, () => attempt(shop, randomAddress(), badCard(), email));
    const refusals = [
      await attempt(shop, place, stripeCard('works')),
      await attempt(shop, randomAddress(), stripeCard('works', card)),
      await attempt(shop, randomAddress(), stripeCard('works'), email),
    ];
    for (const { status, message, reason, retryAfter, headers } of refusals) {
      expect(status).toBe(429);
      expect(message).toMatch(/^The payment cannot be tried right now. You have not been charged. Wait \d+ minutes?, /);
      expect(reason).toBeUndefined();
      expect(retryAfter).toBeGreaterThan(500);
      expect(retryAfter).toBeLessThanOrEqual(600);
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    }
  });

  test('in test a declined card counts for a minute, in its own store', async () => {
    const place = randomAddress();
    const answers = await inTurn(11, (index) =>
      attempt(world.shop, place, index % 2 ? declined : { cardNumber: '4000 0000 0000 9995' }),
    );
    expect(count(answers, 400)).toBe(10);
    expect(answers.at(-1)?.retryAfter).toBeLessThanOrEqual(60);
    expect((await attempt(inProd(world), place, stripeCard('works'))).state).toBe('paid');
  });
});

describe('a store’s brake', () => {
  test('20 declines from 20 networks: buyers pass 3-D Secure, in the sandbox and at Stripe', async () => {
    const world = await openWorld();
    try {
      for (const [shop, bad, good] of [
        [inProd(world), badCard, () => stripeCard('works')],
        [world.shop, () => declined, () => works],
      ] as const) {
        // Public test cards are limited, too: six declines each.
        const others = ['9995', '0069', '0127', '9987'].map((end) => ({ cardNumber: `4000 0000 0000 ${end}` }));
        const cards = [...others, declined];
        const answers = await inTurn(20, (index) =>
          attempt(shop, randomAddress(), shop.stripe ? bad() : (cards[index % cards.length] ?? declined)),
        );
        expect(count(answers, 400)).toBe(20);
        const asked = await attempt(shop, randomAddress(), good());
        expect(asked.state).toBe('challenge');
        expect(await buy(shop, randomAddress(), newEmail(), good())).toEqual({
          isPaid: true,
          isAuthenticated: true,
          waitedSeconds: 0,
        });
      }
      const demanded = confirmations(world).filter(({ params }) => params.payment_method_options);
      expect(demanded).toHaveLength(2);
    } finally {
      await world.close();
    }
  });

  test('a store that sells as well as ever is not braked by its usual declines', async () => {
    const world = await openWorld();
    try {
      const shop = inProd(world);
      await inTurn(60, () => attempt(shop, randomAddress(), stripeCard('works')));
      await inTurn(22, () => attempt(shop, randomAddress(), badCard()));
      expect((await attempt(shop, randomAddress(), stripeCard('works'))).state).toBe('paid');
    } finally {
      await world.close();
    }
  });

  test('300 stolen cards from 60 addresses: under 60 reach the provider, and every honest buyer pays', async () => {
    const world = await openWorld();
    try {
      const plan = { cards: 300, addresses: 60, buyers: 4, maxMs: 240_000 };
      const result = await attackCards(inProd(world), world.stripe, plan);
      expect(result.cardsTried).toBeGreaterThan(250);
      expect(result.cardsAtProvider).toBeLessThan(60);
      expect(result.cardsJudged).toBeLessThan(30);
      expect(result.buyersPaid).toBe(4);
      expect(result.longestWaitSeconds).toBeLessThanOrEqual(60);
    } finally {
      await world.close();
    }
  }, 300_000);
});

describe('public pages', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ RATE_LIMIT_PAGE_VIEWS_PER_MINUTE: '20' });
  });
  afterAll(() => world.close());

  test('one address opens ten sessions a minute by naming a store, and any number with a key', async () => {
    const made = await inTurn(11, () => openSession(world.shop, '198.51.100.1'));
    expect(made.filter(Boolean)).toHaveLength(10);
    expect(await openSession(world.shop, '198.51.100.2')).toBeDefined();
  });

  test.each(['text/html', 'application/json'])('pages as %s are limited per address', async (Accept) => {
    const address = randomAddress();
    const view = () =>
      fetch(`${world.shop.url}/${world.shop.slug}/checkout/${randomUUID()}`, {
        headers: { Accept, 'X-Forwarded-For': address, 'Accept-Language': 'de' },
      });
    const answers = await inTurn(21, view);
    expect(answers.slice(0, 20).every(({ status }) => status !== 429)).toBe(true);
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last?.text()).toContain(Accept === 'text/html' ? 'Zu viele Seitenaufrufe' : '"kind":"busy"');
  });
});
