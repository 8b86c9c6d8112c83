import { expect, test } from 'vitest';
import { AccountQueue, isFull } from './account-queue.ts';

/** Work that is done when the test says so. */
function newWork(line: AccountQueue, account: string, signal?: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = { hasBegun: false, finish: () => resolve('done'), fail: () => reject(new Error('failed')) };
  const begin = () => {
    work.hasBegun = true;
    return promise;
  };
  const outcome = line.run(account, begin, signal).catch((error: unknown) => error);
  return Object.assign(work, { outcome });
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('an account’s work is done in turn, others’ beside it, whatever becomes of what was before', async () => {
  const line = new AccountQueue({ atOnce: 2, maxWaiting: 5 });
  const mine = Array.from({ length: 4 }, () => newWork(line, 'me'));
  const other = newWork(line, 'you');
  const begun = () => mine.map(({ hasBegun }) => hasBegun);
  expect([...begun(), other.hasBegun]).toEqual([true, true, false, false, true]);
  mine[1]?.fail();
  await tick();
  expect(begun()).toEqual([true, true, true, false]);
  mine[0]?.finish();
  await tick();
  expect(begun()).toEqual([true, true, true, true]);
  for (const work of mine) work.finish();
  expect(await Promise.all(mine.map(({ outcome }) => outcome))).toEqual(['done', new Error('failed'), 'done', 'done']);
  // All places are free again, and no more than there were.
  const later = Array.from({ length: 3 }, () => newWork(line, 'me'));
  expect(later.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false]);
  other.finish();
  for (const work of later) work.finish();
  await Promise.all(later.map(({ outcome }) => outcome));
});

test('a line has an end, and whoever gives up leaves it', async () => {
  const line = new AccountQueue({ atOnce: 1, maxWaiting: 1 });
  const [first, controller] = [newWork(line, 'me'), new AbortController()];
  const second = newWork(line, 'me', controller.signal);
  expect(isFull(await newWork(line, 'me').outcome)).toBe(true);
  controller.abort(new Error('given up'));
  expect(await second.outcome).toEqual(new Error('given up'));
  const third = newWork(line, 'me');
  expect(isFull(await newWork(line, 'me', controller.signal).outcome)).toBe(true);
  first.finish();
  await tick();
  expect([second.hasBegun, third.hasBegun]).toEqual([false, true]);
  third.finish();
  expect(await third.outcome).toBe('done');
  // Also where it would have been its turn at once.
  expect(await newWork(line, 'me', controller.signal).outcome).toEqual(new Error('given up'));
  const last = newWork(line, 'me');
  expect(last.hasBegun).toBe(true);
  last.finish();
});
