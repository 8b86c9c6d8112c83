/** Stepped actions: the lease of their idempotency key and their stored answer. */
import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { idempotencyKeys } from '#db/schema/index.ts';
import { ApiError } from '#server/domain/errors.ts';
import { newId, newUnguessableId } from '#server/domain/ids.ts';
import { type Action, defineAction } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { db } from '#server/testing/api.ts';
import { digestsOf } from './idempotency.ts';
import { runAction } from './run-action.ts';

const settings = readSettings({}, { serving: false });
const minuteMs = 60_000;

/** One call of an action whose work the test starts and ends, always under the same key. */
function newCalls() {
  const idempotent = { merchantId: newId(), scope: `test ${newUnguessableId()}`, key: 'k', bodyDigests: digestsOf({}) };
  const row = async () => {
    const [found] = await db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.scope, idempotent.scope), eq(idempotencyKeys.key, idempotent.key)));
    return found;
  };
  return {
    row,
    /** Expires the lease, as after a long silence of its holder. */
    async letLeaseEnd() {
      const leasedUntil = new Date(Date.now() - 1000);
      await db.update(idempotencyKeys).set({ leasedUntil }).where(eq(idempotencyKeys.scope, idempotent.scope));
    },
    /** `beatMs`: the heartbeat interval. */
    call(name: string, beatMs: number, now = new Date()) {
      const [begun, work] = [Promise.withResolvers<AbortSignal>(), Promise.withResolvers<void>()];
      const action = defineAction({
        callers: ['dashboard'],
        scope: 'environment',
        layer: 'store',
        input: z.object({}),
        output: z.object({ by: z.string() }),
        docs: { summary: 'Waits', refusals: [], example: {} },
        async runInSteps({ signal }) {
          begun.resolve(signal);
          await work.promise;
          return { by: name };
        },
      });
      const answer = runAction(db, settings, {
        action: action as unknown as Action,
        caller: { kind: 'dashboard', merchantId: newUnguessableId(), environment: 'test' },
        body: {},
        idempotent,
        now,
        beatMs,
      }).then(
        ({ body, replayed }) => ({ by: JSON.parse(body).data.by as string, replayed }),
        (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.message}` : error),
      );
      return { begun: begun.promise, finish: () => work.resolve(), fail: (error: Error) => work.reject(error), answer };
    },
  };
}

type Calling = ReturnType<ReturnType<typeof newCalls>['call']>;

const conflict = '409 Request with this idempotency key is already being processed';
const rarely = 3_600_000;

test('holds the key for as long as the work takes', async () => {
  const { call, row } = newCalls();
  const first = call('first', 1, new Date(Date.now() - 10 * minuteMs));
  await first.begun;
  // The lease was taken ten minutes ago; a heartbeat has extended it.
  const leasedUntil = async () => (await row())?.leasedUntil?.getTime();
  await expect.poll(leasedUntil, { timeout: 10_000, interval: 5 }).toBeGreaterThan(Date.now() + minuteMs / 2);
  expect(await row()).toMatchObject({ responseStatus: null, responseBody: null });
  const second = call('second', rarely);
  expect(await second.answer).toBe(conflict);
  first.finish();
  expect(await first.answer).toEqual({ by: 'first', replayed: false });
  expect(await row()).toMatchObject({ responseStatus: 200, holder: null, leasedUntil: null });
  expect(await call('third', rarely).answer).toEqual({ by: 'first', replayed: true });
});

test.each<[string, (call: { finish(): void; fail(error: Error): void }) => void, unknown]>([
  ['arrives', (call) => call.finish(), conflict],
  ['fails', (call) => call.fail(new Error('broken')), new Error('broken')],
])(
  'of two calls with one key, the one that lost it %s; the key and the response stay with the other',
  async (_, end, expected) => {
    const { call, row, letLeaseEnd } = newCalls();
    const first = call('first', rarely);
    await first.begun;
    await letLeaseEnd();
    const second = call('second', rarely);
    await second.begun;
    const held = await row();
    end(first);
    expect(await first.answer).toEqual(expected);
    expect(await row()).toEqual(held);
    second.finish();
    expect(await second.answer).toEqual({ by: 'second', replayed: false });
    expect(await call('third', rarely).answer).toEqual({ by: 'second', replayed: true });
  },
);

test('a call that has lost its key stops at its next heartbeat', async () => {
  const { call, letLeaseEnd } = newCalls();
  const first = call('first', 20);
  const signal = await first.begun;
  // If a heartbeat comes first, the other call is refused and tries again.
  const takeOver = async (): Promise<Calling> => {
    await letLeaseEnd();
    const second = call('second', rarely);
    const won = await Promise.race([second.begun.then(() => second), second.answer.then(() => undefined)]);
    return won ?? (await takeOver());
  };
  const second = await takeOver();
  await expect.poll(() => signal.aborted, { timeout: 10_000, interval: 5 }).toBe(true);
  first.finish();
  expect(await first.answer).toBe(conflict);
  second.finish();
  expect(await second.answer).toEqual({ by: 'second', replayed: false });
});
