import { expect, test } from 'vitest';
import { AccountQueue, isQueueFull } from './account-queue.ts';

/** Work that finishes when the test says so. */
function newWork(queue: AccountQueue, account: string, signal?: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const work = { hasBegun: false, finish: () => resolve('done'), fail: () => reject(new Error('failed')) };
  const begin = () => {
    work.hasBegun = true;
    return promise;
  };
  const outcome = queue.run(account, begin, signal).catch((error: unknown) => error);
  return Object.assign(work, { outcome });
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('runs an account’s work in order, in parallel to other accounts, also after failures', async () => {
  const queue = new AccountQueue({ maxRunning: 2, maxWaiting: 5 });
  const ownWork = Array.from({ length: 4 }, () => newWork(queue, 'me'));
  const other = newWork(queue, 'you');
  const begun = () => ownWork.map(({ hasBegun }) => hasBegun);
  expect([...begun(), other.hasBegun]).toEqual([true, true, false, false, true]);
  ownWork[1]?.fail();
  await tick();
  expect(begun()).toEqual([true, true, true, false]);
  ownWork[0]?.finish();
  await tick();
  expect(begun()).toEqual([true, true, true, true]);
  for (const work of ownWork) work.finish();
  expect(await Promise.all(ownWork.map(({ outcome }) => outcome))).toEqual([
    'done',
    new Error('failed'),
    'done',
    'done',
  ]);
  // All slots are free again, and no more than before.
  const later = Array.from({ length: 3 }, () => newWork(queue, 'me'));
  expect(later.map(({ hasBegun }) => hasBegun)).toEqual([true, true, false]);
  other.finish();
  for (const work of later) work.finish();
  await Promise.all(later.map(({ outcome }) => outcome));
});

test('has a maximum length, and an aborted wait leaves the queue', async () => {
  const queue = new AccountQueue({ maxRunning: 1, maxWaiting: 1 });
  const [first, controller] = [newWork(queue, 'me'), new AbortController()];
  const second = newWork(queue, 'me', controller.signal);
  expect(isQueueFull(await newWork(queue, 'me').outcome)).toBe(true);
  controller.abort(new Error('given up'));
  expect(await second.outcome).toEqual(new Error('given up'));
  const third = newWork(queue, 'me');
  expect(isQueueFull(await newWork(queue, 'me', controller.signal).outcome)).toBe(true);
  first.finish();
  await tick();
  expect([second.hasBegun, third.hasBegun]).toEqual([false, true]);
  third.finish();
  expect(await third.outcome).toBe('done');
  // Also when the work could have started immediately.
  expect(await newWork(queue, 'me', controller.signal).outcome).toEqual(new Error('given up'));
  const last = newWork(queue, 'me');
  expect(last.hasBegun).toBe(true);
  last.finish();
});
