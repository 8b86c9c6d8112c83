import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Caller } from '../action.ts';
import { readSettings } from '../settings.ts';
import { countCall, countPaymentAttempt, mayDiagnose, type Standing } from './rate-limit.ts';

// The limiter itself, with the limits that ship; the servers under test run with theirs out of the way.
const settings = readSettings({}, { serving: false });
const times = async (count: number, take: () => Promise<Standing>) =>
  await Promise.all(Array.from({ length: count }, take));
const refused = (standings: Standing[]) => standings.filter(({ refusal }) => refusal);

describe('the limits of decisions.md', () => {
  test('an API key may burst to 200', async () => {
    const caller: Caller = { kind: 'apiKey', merchantId: randomUUID(), keyId: randomUUID(), environment: 'test' };
    const standings = await times(201, () => countCall(caller, '', settings));
    expect(refused(standings)).toHaveLength(1);
    expect(standings[0]?.headers).toEqual({
      RateLimit: expect.stringMatching(/^"api-key";r=\d+;t=\d+$/),
      'RateLimit-Policy': '"api-key";q=100;w=1',
    });
  });

  test('a store slug has 20 a second per client address', async () => {
    const caller: Caller = { kind: 'storeSlug', merchantId: randomUUID(), storeId: randomUUID(), environment: 'test' };
    expect(refused(await times(21, () => countCall(caller, '192.0.2.1', settings)))).toHaveLength(1);
    expect(refused(await times(1, () => countCall(caller, '192.0.2.2', settings)))).toHaveLength(0);
  });

  test('a customer has 20 a second of their own, whoever shares their address', async () => {
    const [merchantId, storeId] = [randomUUID(), randomUUID()];
    const who = { merchantId, storeId, environment: 'test' } as const;
    const ana: Caller = { kind: 'sessionToken', buyerIdentity: 'ana', ...who };
    const bea: Caller = { kind: 'sessionToken', buyerIdentity: 'bea', ...who };
    await times(20, () => countCall({ kind: 'storeSlug', ...who }, '192.0.2.3', settings));
    expect(refused(await times(20, () => countCall(ana, '192.0.2.3', settings)))).toHaveLength(0);
    expect(refused(await times(1, () => countCall(bea, '192.0.2.3', settings)))).toHaveLength(0);
    expect(refused(await times(1, () => countCall(ana, '192.0.2.3', settings)))).toHaveLength(1);
  });

  test('a checkout session has 6 payment attempts a minute', async () => {
    const session = randomUUID();
    const standings = await times(7, () => countPaymentAttempt(session, settings));
    const [refusal] = refused(standings);
    expect(refusal?.refusal?.status).toBe(429);
    expect(Number(refusal?.refusal?.headers['Retry-After'])).toBeGreaterThan(50);
  });

  test('the signature doctor answers a merchant 5 times a second, and all of them 20 times', async () => {
    const allowed = async (merchantId: string) =>
      (await Promise.all(Array.from({ length: 8 }, () => mayDiagnose(merchantId, settings)))).filter(Boolean).length;
    const counts: number[] = [];
    for (let merchant = 0; merchant < 6; merchant += 1) counts.push(await allowed(randomUUID()));
    expect(counts).toEqual([5, 5, 5, 5, 0, 0]);
  });
});
