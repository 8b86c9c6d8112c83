import { expect, test } from 'vitest';
import { runByMerchant } from './merchant-round.ts';

/** Merchants with an amount of due work, processed in batches of two. */
function newWork(due: Record<string, number>) {
  const log: string[] = [];
  return {
    log,
    listDue: async ({ except }: { readonly except: readonly string[] }) =>
      Object.keys(due).filter((id) => (due[id] ?? 0) > 0 && !except.includes(id)),
    async runBatch({ merchantId }: { readonly merchantId: string }) {
      log.push(merchantId);
      const done = Math.min(2, due[merchantId] ?? 0);
      due[merchantId] = (due[merchantId] ?? 0) - done;
      return { done, isLast: done < 2 };
    },
  };
}

test('processes all work, and lets merchants take turns', async () => {
  const work = newWork({ busy: 5, small: 1, other: 1 });
  expect(await runByMerchant('everywhere', { ...work, concurrency: 1 })).toBe(7);
  expect(work.log).toEqual(['busy', 'small', 'other', 'busy', 'busy']);
});

test('runs batches of different merchants at once, up to a limit', async () => {
  const { listDue } = newWork({ a: 1, b: 1, c: 1, d: 1, e: 1 });
  let [running, max] = [0, 0];
  const runBatch = async () => {
    running += 1;
    max = Math.max(max, running);
    await new Promise(setImmediate);
    running -= 1;
    return { done: 1, isLast: true };
  };
  expect(await runByMerchant('everywhere', { listDue, runBatch, concurrency: 3 })).toBe(5);
  expect(max).toBe(3);
});

test('searches until a search finds fewer merchants than its limit', async () => {
  const ids = Array.from({ length: 2500 }, (_, index) => String(index));
  const listDue = async ({ limit, except }: { readonly limit: number; readonly except: readonly string[] }) =>
    ids.slice(except.length).slice(0, limit);
  const runBatch = async () => ({ done: 1, isLast: true });
  expect(await runByMerchant('everywhere', { listDue, runBatch })).toBe(2500);
});

test('ends although a merchant’s work stays due', async () => {
  const { listDue } = newWork({ stuck: 1 });
  expect(await runByMerchant('everywhere', { listDue, runBatch: async () => ({ done: 0, isLast: true }) })).toBe(0);
});

test('processes the other merchants when one fails, then throws its error', async () => {
  const work = newWork({ failing: 1, other: 3 });
  const runBatch = (scope: { readonly merchantId: string }) => {
    if (scope.merchantId === 'failing') throw new Error('its node is away');
    return work.runBatch(scope);
  };
  await expect(runByMerchant('everywhere', { ...work, runBatch, concurrency: 1 })).rejects.toThrow('its node is away');
  expect(work.log).toEqual(['other', 'other']);
});

test('starts no batch after the signal', async () => {
  const work = newWork({ a: 3, b: 3 });
  const stopping = new AbortController();
  const runBatch = (scope: { readonly merchantId: string }) => {
    stopping.abort();
    return work.runBatch(scope);
  };
  const { signal } = stopping;
  expect(await runByMerchant('everywhere', { ...work, runBatch, concurrency: 1, signal })).toBe(2);
});

test('runs only the batches of one store in its scope, without a search', async () => {
  const work = newWork({ mine: 3, other: 1 });
  const scope = { merchantId: 'mine', storeId: 'one' };
  const listDue = () => Promise.reject(new Error('searched'));
  expect(await runByMerchant(scope, { ...work, listDue })).toBe(3);
  expect(work.log).toEqual(['mine', 'mine']);
});
