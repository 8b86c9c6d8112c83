import { describe, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { ProviderUnavailable } from '#server/providers/payments/index.ts';
import type { PaymentProvider } from '#server/providers/payments/provider.ts';
import { startRound } from './provider-round.ts';

/** A provider with nothing but a name. */
const providerWithName = (name: string) => ({ name }) as unknown as PaymentProvider;
const none = {} as Database;
const row = (id: string, provider = 'sandbox') => ({ id, provider });

describe('a provider round', () => {
  test('looks up a provider once and asks it about every row', async () => {
    const lookups: string[] = [];
    const round = startRound(none, {
      providerOf(name) {
        lookups.push(name);
        return providerWithName(name);
      },
    });
    const calls: string[] = [];
    for (const id of ['1', '2', '3']) {
      expect(await round.ask(row(id), async (provider) => calls.push(`${id} ${provider.name}`) > 0)).toBe(true);
    }
    expect([lookups, calls]).toEqual([['sandbox'], ['1 sandbox', '2 sandbox', '3 sandbox']]);
  });

  test('skips the rows of a provider that is not configured', async () => {
    let lookups = 0;
    const round = startRound(none, {
      providerOf(name) {
        if (name === 'sandbox') return providerWithName(name);
        lookups += 1;
        throw new ProviderUnavailable('no keys');
      },
    });
    const calls: string[] = [];
    const ask = (id: string, provider: string) => round.ask(row(id, provider), async () => calls.push(id) > 0);
    expect([await ask('1', 'gone'), await ask('2', 'gone'), await ask('3', 'sandbox')]).toEqual([false, false, true]);
    expect([lookups, calls]).toEqual([1, ['3']]);
  });

  test('stops asking a slow failing provider, but not one that fails quickly', async () => {
    let elapsed = 0;
    const round = startRound(none, { providerOf: providerWithName, elapsedMs: () => elapsed });
    const calls: string[] = [];
    const ask = async (id: string, provider: string, { takesMs, fails }: { takesMs: number; fails: boolean }) =>
      await round.ask(row(id, provider), async () => {
        calls.push(id);
        elapsed += takesMs;
        if (fails) throw new Error('out of reach');
        return true;
      });
    for (let id = 0; id < 100; id += 1) await ask(`fast ${id}`, 'sandbox', { takesMs: 1, fails: true });
    expect(await ask('after', 'sandbox', { takesMs: 1, fails: false })).toBe(true);
    expect(calls).toHaveLength(101);
    for (let id = 0; id < 10; id += 1) await ask(`slow ${id}`, 'stripe', { takesMs: 20_000, fails: true });
    expect(calls.slice(101)).toEqual(['slow 0', 'slow 1', 'slow 2']);
    expect(await ask('other', 'sandbox', { takesMs: 30_000, fails: false })).toBe(true);
  });
});
