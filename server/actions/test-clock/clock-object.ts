import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { SteppedContext } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { clockRefusals, requireTestClocks } from '#server/stores/rules/test-clock.ts';
import { lockMemberStore, type Store } from '#server/stores/stores.ts';

type Tx = Parameters<typeof lockMemberStore>[0];

/** A store's test clock in a response. */
export const shownClock = z
  .object({
    storeId: shownId('STO'),
    at: shownMoment().nullable().meta({ description: 'The time in the store’s test environment; null: real time' }),
    nextDueAt: shownMoment()
      .nullable()
      .meta({ description: 'When the next job is due; null: nothing is due, or there is no clock' }),
  })
  .meta({ schemaName: 'TestClock' });

/** The clock object for a store whose clock shows `at`. */
export const clockObject = (
  store: Pick<Store, 'id'>,
  at: Date | null,
  nextAt: Date | null,
): z.output<typeof shownClock> => ({
  storeId: toShortId('STO', store.id),
  at: at?.toISOString() ?? null,
  nextDueAt: nextAt?.toISOString() ?? null,
});

/**
 * Locks and returns the store whose clock the caller may set. 400 in prod, 404 for another merchant's store, 403 for a
 * member.
 */
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

/** Refusals of every test clock endpoint. */
export const clockStoreRefusals = {
  first: [
    {
      status: 400,
      message: clockRefusals.prod,
      when: 'the call is made in prod',
    },
  ],
  last: [
    { status: 403, message: permissionRefusals.runStore, when: 'the caller is neither the store’s owner nor an admin' },
    errors.storeNotFound().when('there is no such store, or it is not the caller’s'),
  ],
} as const;
