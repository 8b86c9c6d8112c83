/** The card testing limits with default settings, on servers of their own with distinct client addresses. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buy, type CheckoutStore, openSession, passBank, tryCard } from '#server/testing/card-testing/buyers.ts';
import {
  attempt,
  confirmations,
  count,
  declined,
  declinedStripeCard,
  inProd,
  newEmail,
  randomAddress,
  repeatSequentially,
  type Setup,
  sessionAt,
  startSetup,
  statuses,
  stripeCard,
} from '#server/testing/card-testing/setup.ts';

/** Disables the store's brake for tests of the other limits. */
const noBrake = { RATE_LIMIT_DECLINES_PER_STORE: '100000' };

describe('declines', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await startSetup({ ...noBrake, RATE_LIMIT_COUNTERS: 'database' }, 2);
  });
  afterAll(() => setup.close());

  test('sends 10 of 24 concurrent attempts from one network at two instances to the provider', async () => {
    const instances = [
      inProd(setup),
      ...setup.otherInstances.map((other) => ({ ...other, environment: 'prod' as const })),
    ];
    const sessions = await Promise.all(
      Array.from({ length: 24 }, () => sessionAt(instances[0] as CheckoutStore, randomAddress())),
    );
    // The first payment of a server loads its code, which must not delay the counters.
    for (const instance of instances) await attempt(instance, randomAddress(), stripeCard('works'));
    const before = confirmations(setup).length;
    const answers = await Promise.all(
      sessions.map((session, index) =>
        tryCard(instances[index % 2] as CheckoutStore, session, `203.0.113.${index}`, newEmail(), declinedStripeCard()),
      ),
    );
    expect(confirmations(setup).length - before).toBe(10);
    expect([count(answers, 400), count(answers, 429)]).toEqual([10, 14]);
  });

  test('counts an IPv6 /64 network as one', async () => {
    const answers = await repeatSequentially(12, (index) =>
      attempt(inProd(setup), `2001:db8:7:7::${index + 1}`, declinedStripeCard()),
    );
    expect([count(answers, 400), count(answers, 429)]).toEqual([10, 2]);
    expect((await attempt(inProd(setup), '2001:db8:7:8::1', declinedStripeCard())).status).toBe(400);
  });

  test('counts a mailbox across spellings, sessions and addresses', async () => {
    const name = randomUUID();
    const spelt = (index: number) =>
      [`${name}@example.com`, `${name.toUpperCase()}@Example.com`, `${name}+${index}@example.com`][index % 3] ?? '';
    const answers = await repeatSequentially(7, (index) =>
      attempt(inProd(setup), randomAddress(), declinedStripeCard(), spelt(index)),
    );
    expect(statuses(answers)).toEqual([400, 400, 400, 400, 400, 400, 429]);
  });

  test('counts a card across sessions, mailboxes and addresses', async () => {
    const card = randomUUID();
    const answers = await repeatSequentially(7, () =>
      attempt(inProd(setup), randomAddress(), stripeCard('decline-incorrect_cvc', card)),
    );
    expect(statuses(answers)).toEqual([400, 400, 400, 400, 400, 400, 429]);
  });

  test('gives successful payments back, so that many buyers behind one address can pay', async () => {
    const store = inProd(setup);
    const address = randomAddress();
    const sessions = await Promise.all(Array.from({ length: 30 }, () => sessionAt(store, randomAddress())));
    const answers = await Promise.all(
      sessions.map((session) => tryCard(store, session, address, newEmail(), stripeCard('works'))),
    );
    expect(answers.filter(({ state }) => state === 'paid')).toHaveLength(30);
  });

  test('does not count a processing error of the bank', async () => {
    const address = randomAddress();
    const answers = await repeatSequentially(12, () =>
      attempt(inProd(setup), address, stripeCard('decline-processing_error')),
    );
    expect(count(answers, 400)).toBe(12);
  });

  test('counts a decline after 3D Secure at its network, whether polled or sent by webhook', async () => {
    const [store, address] = [inProd(setup), randomAddress()];
    for (let index = 0; index < 10; index += 1) {
      const answer = await attempt(store, address, stripeCard('challenge-declined'));
      const id = new URL(answer.challengePath ?? '').pathname.split('/')[2] ?? '';
      setup.stripe.ledger.finishChallenge(id, true);
      const { body, signature } = setup.stripe.webhook(
        'payment_intent.payment_failed',
        setup.stripe.ledger.objects.get(id) ?? {},
      );
      const url = `${store.url}/v1/payment-webhooks/stripe`;
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    }
    expect((await attempt(store, address, stripeCard('works'))).status).toBe(429);
  });

  test('gives an attempt back after a passed challenge', async () => {
    const [store, address] = [inProd(setup), randomAddress()];
    const bought = await repeatSequentially(12, async () => {
      const challenged = await attempt(store, address, stripeCard('challenge'));
      return await passBank(store, challenged.challengePath ?? '', address, challenged);
    });
    expect(bought).toEqual(Array.from({ length: 12 }, () => true));
  });

  test('refuses with the same message at every limit, and states only the time to retry', async () => {
    const store = inProd(setup);
    const [address, card, email] = [randomAddress(), randomUUID(), newEmail()];
    await repeatSequentially(10, () => attempt(store, address, declinedStripeCard()));
    await repeatSequentially(6, () => attempt(store, randomAddress(), stripeCard('decline-card_declined', card)));
    await repeatSequentially(6, () => attempt(store, randomAddress(), declinedStripeCard(), email));
    const refusals = [
      await attempt(store, address, stripeCard('works')),
      await attempt(store, randomAddress(), stripeCard('works', card)),
      await attempt(store, randomAddress(), stripeCard('works'), email),
    ];
    for (const { status, message, reason, retryAfter, headers } of refusals) {
      expect(status).toBe(429);
      expect(message).toMatch(
        /^This payment cannot be attempted right now. You have not been charged. Wait \d+ minutes?, /,
      );
      expect(reason).toBeUndefined();
      expect(retryAfter).toBeGreaterThan(500);
      expect(retryAfter).toBeLessThanOrEqual(600);
      expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null]);
    }
  });

  test('counts a declined card in test for one minute, in its own store only', async () => {
    const address = randomAddress();
    const answers = await repeatSequentially(11, (index) =>
      attempt(setup.store, address, index % 2 ? declined : { cardNumber: '4000 0000 0000 9995' }),
    );
    expect(count(answers, 400)).toBe(10);
    expect(answers.at(-1)?.retryAfter).toBeLessThanOrEqual(60);
    expect((await attempt(inProd(setup), address, stripeCard('works'))).state).toBe('paid');
  });
});

describe('a store’s brake, and public pages', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await startSetup({ RATE_LIMIT_PAGE_VIEWS_PER_MINUTE: '20' });
  });
  afterAll(() => setup.close());

  test('demands 3D Secure after 20 declines from 20 networks, in the sandbox and at Stripe', async () => {
    const works = { cardNumber: '4242 4242 4242 4242' };
    // Public test cards have a limit of six declines each.
    const cards = ['9995', '0069', '0127', '9987', '0002'].map((end) => ({ cardNumber: `4000 0000 0000 ${end}` }));
    for (const [shop, bad, good] of [
      [inProd(setup), declinedStripeCard, () => stripeCard('works')],
      [setup.store, (index: number) => cards[index % cards.length] ?? declined, () => works],
    ] as const) {
      const answers = await repeatSequentially(20, (index) => attempt(shop, randomAddress(), bad(index)));
      expect(count(answers, 400)).toBe(20);
      const challenged = await attempt(shop, randomAddress(), good());
      expect(challenged.state).toBe('challenge');
      expect(await buy(shop, randomAddress(), newEmail(), good())).toEqual({
        isPaid: true,
        isAuthenticated: true,
        waitedSeconds: 0,
      });
    }
    const demanded = confirmations(setup).filter(({ params }) => params.payment_method_options);
    expect(demanded).toHaveLength(2);
  });

  test('makes a wallet wait under the brake if the API key cannot read cards', async () => {
    setup.stripe.failRequests(/^GET .*confirmation_tokens/, '403');
    const { status, retryAfter } = await attempt(inProd(setup), randomAddress(), stripeCard('wallet'));
    expect(status).toBe(429);
    expect(retryAfter).toBeGreaterThan(20);
    expect(retryAfter).toBeLessThanOrEqual(30);
  });

  test('limits one address to ten sessions a minute by store ID, without limit with an API key', async () => {
    const opened = await repeatSequentially(11, () => openSession(setup.store, '198.51.100.1'));
    expect(opened.filter(Boolean)).toHaveLength(10);
    expect(await openSession(setup.store, '198.51.100.2')).toBeDefined();
  });

  test.each(['text/html', 'application/json'])('limits pages as %s per address', async (Accept) => {
    const address = randomAddress();
    const view = () =>
      fetch(`${setup.store.url}/${setup.store.slug}/checkout/${randomUUID()}`, {
        headers: { Accept, 'X-Forwarded-For': address, 'Accept-Language': 'de' },
      });
    const answers = await repeatSequentially(21, view);
    expect(answers.slice(0, 20).every(({ status }) => status !== 429)).toBe(true);
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await last?.text()).toContain(Accept === 'text/html' ? 'Zu viele Anfragen' : '"kind":"busy"');
  });
});
