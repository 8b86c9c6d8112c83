import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { SteppedContext } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { clockRefusals, requireTestClocks } from '#server/stores/rules/test-clock.ts';
import { lockMemberStore, type Store } from '#server/stores/stores.ts';

type Tx = Parameters<typeof lockMemberStore>[0];

/** How a store's test clock looks in a response. */
export const shownClock = z
  .object({
    storeId: shownId('STO'),
    at: shownMoment()
      .nullable()
      .meta({ description: 'What time it is in the store’s test environment; null: the same as everywhere' }),
    nextDueAt: shownMoment()
      .nullable()
      .meta({ description: 'When the next thing is due there after that; null: nothing is, or there is no clock' }),
  })
  .meta({ id: 'TestClock' });

/** The same for a store's clock that says `at`. */
export const clockObject = (
  store: Pick<Store, 'id'>,
  at: Date | null,
  nextAt: Date | null,
): z.output<typeof shownClock> => ({
  storeId: toShortId('STO', store.id),
  at: at?.toISOString() ?? null,
  nextDueAt: nextAt?.toISOString() ?? null,
});

/** The store, locked, whose clock the caller may set. 400 in prod, 404 for another's, 403 for a mere member. */
export async function lockClockStore(
  tx: Tx,
  { caller, environment }: Pick<SteppedContext<'apiKey' | 'dashboard'>, 'caller' | 'environment'>,
  storeId: string,
): Promise<Store> {
  requireTestClocks(environment);
  const store = await lockMemberStore(tx, caller.merchantId, storeId);
  requirePermission(store.role, 'runStore');
  return store;
}

/** What every endpoint of test clocks refuses. */
export const clockStoreRefusals = {
  first: [
    {
      status: 400,
      message: clockRefusals.prod,
      when: 'the key, or the dashboard, is of prod',
    },
  ],
  last: [
    { status: 403, message: permissionRefusals.runStore, when: 'the caller is neither the store’s owner nor an admin' },
    errors.storeNotFound().when('there is no such store, or it is not the caller’s'),
  ],
} as const;
