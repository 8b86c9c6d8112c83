/** A store's brake with default settings: when it is on, and what it demands of buyers and of card testers. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attackCards } from '#server/testing/card-testing/attack.ts';
import { buy, tryCard } from '#server/testing/card-testing/buyers.ts';
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
  sessionAt,
  statuses,
  stripeCard,
  withSetup,
} from '#server/testing/card-testing/setup.ts';

const works = { cardNumber: '4242 4242 4242 4242' };

describe('a store’s brake', () => {
  test('demands 3-D Secure after 20 declines from 20 networks, in the sandbox and at Stripe', () =>
    withSetup(async (setup) => {
      for (const [store, bad, good] of [
        [inProd(setup), declinedStripeCard, () => stripeCard('works')],
        [setup.store, () => declined, () => works],
      ] as const) {
        // Public test cards have a limit of six declines each.
        const others = ['9995', '0069', '0127', '9987'].map((end) => ({ cardNumber: `4000 0000 0000 ${end}` }));
        const cards = [...others, declined];
        const answers = await repeatSequentially(20, (index) =>
          attempt(store, randomAddress(), store.stripe ? bad() : (cards[index % cards.length] ?? declined)),
        );
        expect(count(answers, 400)).toBe(20);
        const challenged = await attempt(store, randomAddress(), good());
        expect(challenged.state).toBe('challenge');
        expect(await buy(store, randomAddress(), newEmail(), good())).toEqual({
          isPaid: true,
          isAuthenticated: true,
          waitedSeconds: 0,
        });
      }
      const demanded = confirmations(setup).filter(({ params }) => params.payment_method_options);
      expect(demanded).toHaveLength(2);
    }));

  test('makes a wallet wait under the brake if the API key cannot read cards', () =>
    withSetup(async (setup) => {
      const store = inProd(setup);
      await repeatSequentially(20, () => attempt(store, randomAddress(), declinedStripeCard()));
      setup.stripe.failRequests(/^GET .*confirmation_tokens/, '403');
      const { status, retryAfter } = await attempt(store, randomAddress(), stripeCard('wallet'));
      expect(status).toBe(429);
      expect(retryAfter).toBeGreaterThan(20);
      expect(retryAfter).toBeLessThanOrEqual(30);
    }));

  test('keeps the brake off at a usual share of declines', () =>
    withSetup(async (setup) => {
      const store = inProd(setup);
      await repeatSequentially(60, () => attempt(store, randomAddress(), stripeCard('works')));
      await repeatSequentially(22, () => attempt(store, randomAddress(), declinedStripeCard()));
      expect((await attempt(store, randomAddress(), stripeCard('works'))).state).toBe('paid');
    }));

  test('keeps the brake on after attempts with invalid payment tokens', () =>
    withSetup(async (setup) => {
      const store = inProd(setup);
      await repeatSequentially(20, () => attempt(store, randomAddress(), declinedStripeCard()));
      const failed = await repeatSequentially(60, () =>
        attempt(store, randomAddress(), { paymentToken: `ctoken_${randomUUID()}` }),
      );
      expect(failed.map(({ reason }) => reason)).toEqual(Array.from({ length: 60 }, () => 'payment_failed'));
      expect((await attempt(store, randomAddress(), stripeCard('works'))).state).toBe('challenge');
    }));

  test('neither delays buyers nor demands 3-D Secure with 51 open challenges and no declines', () =>
    withSetup(async (setup) => {
      const store = inProd(setup);
      const answers = await repeatSequentially(51, () => attempt(store, randomAddress(), stripeCard('challenge')));
      expect(answers.map(({ state }) => state)).toEqual(Array.from({ length: 51 }, () => 'challenge'));
      expect((await attempt(store, randomAddress(), stripeCard('works'))).state).toBe('paid');
      expect(confirmations(setup).filter(({ params }) => params.payment_method_options)).toEqual([]);
    }));

  // Each waits for up to a minute of real time, so they run together.
  test.concurrent(
    'admits a buyer in a network of declined cards within a minute, but no new cards',
    () =>
      withSetup(async (setup) => {
        const store = inProd(setup);
        const inNetwork = (index: number) => `203.0.113.${index}`;
        await repeatSequentially(20, (index) =>
          attempt(store, index < 5 ? inNetwork(index) : randomAddress(), declinedStripeCard()),
        );
        const early = await buy(store, inNetwork(100), newEmail(), stripeCard('works'));
        expect(early).toEqual({ isPaid: true, isAuthenticated: true, waitedSeconds: 0 });

        await repeatSequentially(30, () => attempt(store, randomAddress(), declinedStripeCard()));
        const own = randomUUID();
        const card = {
          get paymentToken() {
            return stripeCard('works', own).paymentToken;
          },
        };
        const buying = buy(store, inNetwork(101), newEmail(), card);
        const session = await sessionAt(store, inNetwork(102));
        const others = await repeatSequentially(4, () =>
          tryCard(store, session, inNetwork(102), newEmail(), declinedStripeCard()),
        );
        expect(statuses(others)).toEqual([429, 429, 429, 429]);
        const { waitedSeconds, ...late } = await buying;
        expect(late).toEqual({ isPaid: true, isAuthenticated: true });
        expect(waitedSeconds).toBeGreaterThan(30);
        expect(waitedSeconds).toBeLessThanOrEqual(60);
        const afterAMinute = await tryCard(store, session, inNetwork(102), newEmail(), declinedStripeCard());
        expect(afterAMinute.status).toBe(429);
      }),
    180_000,
  );

  test.concurrent(
    'sends under 60 of 300 stolen cards from 60 addresses to the provider, and lets all real buyers pay',
    () =>
      withSetup(async (setup) => {
        const plan = { cards: 300, addresses: 60, buyers: 4, maxMs: 240_000 };
        const result = await attackCards(inProd(setup), setup.stripe, plan);
        expect(result.cardsTried).toBeGreaterThan(250);
        expect(result.cardsAtProvider).toBeLessThan(60);
        expect(result.cardsJudged).toBeLessThan(30);
        expect(result.buyersPaid).toBe(4);
        expect(result.maxWaitSeconds).toBeLessThanOrEqual(60);
      }),
    300_000,
  );
});
