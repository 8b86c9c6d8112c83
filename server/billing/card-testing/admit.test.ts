/** A store's brake with default settings over simulated time: when it is on, and how long buyers and card testers wait. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { readSettings } from '#server/platform/settings.ts';
import { db } from '#server/testing/api.ts';
import { randomAddress } from '#server/testing/card-testing/setup.ts';
import { type Admission, AttemptRefused, admitCard } from './admit.ts';

const settings = readSettings(
  { APP_URL: 'https://pay.example.com', RATE_LIMIT_COUNTERS: 'memory' },
  { serving: false },
);
let store: { readonly id: string };

const startOver = () =>
  Object.assign(globalThis, { counterfoilCardCounters: undefined, counterfoilRateLimitStore: undefined });

beforeEach(() => {
  store = { id: randomUUID() };
  startOver();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-11-23T12:00:00Z') });
});
afterAll(() => {
  vi.useRealTimers();
  startOver();
});

/** Tries a card. Returns the seconds to wait if it is refused. */
async function attempt({
  address = randomAddress(),
  session = randomUUID() as string,
  card = randomUUID() as string,
} = {}): Promise<Admission | number> {
  const email = `${randomUUID()}@example.com`;
  const readCard = async () => ({ cardId: card, canAuthenticate: true });
  const attempted = { store, environment: 'prod', ownerId: session, email, readCard } as const;
  return await admitCard(attempted, { address, settings, now: new Date() }).catch((error: unknown) => {
    if (error instanceof AttemptRefused) return error.seconds;
    throw error;
  });
}

async function end(admission: Admission | number, status: 'succeeded' | 'failed', failureCode: string | null = null) {
  if (typeof admission === 'number') throw new Error('refused');
  const result = { id: randomUUID(), merchantId: randomUUID(), status, failureCode };
  await admission.end(db, result, async () => result);
}

async function repeat(count: number, work: (index: number) => Promise<unknown>) {
  for (let index = 0; index < count; index += 1) await work(index);
}

const decline = async (address?: string) => end(await attempt({ address }), 'failed', 'card_declined');
const admitted = (mustAuthenticate: boolean) => expect.objectContaining({ mustAuthenticate });

test('keeps the brake off at a usual share of declines', async () => {
  await repeat(60, async () => end(await attempt(), 'succeeded'));
  await repeat(22, () => decline());
  expect(await attempt()).toEqual(admitted(false));
});

test('keeps the brake on after attempts with invalid payment tokens', async () => {
  await repeat(20, () => decline());
  await repeat(60, async () => end(await attempt(), 'failed', 'payment_failed'));
  expect(await attempt()).toEqual(admitted(true));
});

test('neither delays buyers nor demands 3D Secure with 51 open challenges and no declines', async () => {
  await repeat(51, async () => {
    const admission = await attempt();
    expect(admission).toEqual(admitted(false));
    if (typeof admission === 'object') admission.keepCounting();
  });
  expect(await attempt()).toEqual(admitted(false));
});

test('admits a buyer in a network of declined cards within a minute, but no new cards', async () => {
  const inNetwork = (index: number) => `203.0.113.${index}`;
  await repeat(20, (index) => decline(index < 5 ? inNetwork(index) : undefined));
  const early = await attempt({ address: inNetwork(100) });
  expect(early).toEqual(admitted(true));
  await end(early, 'succeeded');

  await repeat(30, () => decline());
  const buyer = { address: inNetwork(101), session: 'buyer', card: 'own card' };
  const others = { address: inNetwork(102), session: 'others' };
  expect(await attempt(buyer)).toBe(60);
  await repeat(4, async () => expect(await attempt(others)).toBe(60));
  vi.advanceTimersByTime(59_000);
  expect(await attempt(buyer)).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(await attempt(buyer)).toEqual(admitted(true));
  expect(await attempt(others)).toBe(60);
});

test('admits under 60 of 300 stolen cards from 60 networks, and all real buyers within a minute', async () => {
  const buyers = [0, 1500, 3000, 4500].map((startsAt, index) => {
    const identity = { address: `172.16.${index}.9`, session: `buyer ${index}`, card: `own ${index}` };
    return { identity, triesAt: startsAt, waited: 0, isPaid: false };
  });
  const stolen = { tried: 0, admitted: 0, judged: 0 };
  for (let now = 0; now < 75_000; now += 20) {
    for (const buyer of buyers.filter(({ isPaid, triesAt }) => !isPaid && triesAt <= now)) {
      const admission = await attempt(buyer.identity);
      buyer.isPaid = typeof admission === 'object';
      if (typeof admission === 'object') await end(admission, 'succeeded');
      else [buyer.waited, buyer.triesAt] = [buyer.waited + admission, now + admission * 1000];
    }
    if (stolen.tried < 300) {
      const attacker = stolen.tried % 60;
      const admission = await attempt({ address: `10.${attacker}.0.7`, session: `attacker ${attacker}` });
      stolen.tried += 1;
      if (typeof admission === 'object') {
        stolen.admitted += 1;
        if (!admission.mustAuthenticate) stolen.judged += 1;
        await end(admission, 'failed', admission.mustAuthenticate ? 'authentication_failed' : 'card_declined');
      }
    }
    vi.advanceTimersByTime(20);
  }
  expect(stolen.tried).toBe(300);
  expect(stolen.admitted).toBeLessThan(60);
  expect(stolen.judged).toBeLessThan(30);
  expect(buyers.map(({ isPaid }) => isPaid)).toEqual([true, true, true, true]);
  expect(Math.max(...buyers.map(({ waited }) => waited))).toBeLessThanOrEqual(60);
});
