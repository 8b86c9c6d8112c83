/** Whether a store can sell. */
import type { Environment } from '#server/domain/environments.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { requireProdSales } from '#server/stores/rules/prod-sales.ts';
import type { Store } from '#server/stores/stores.ts';

type StoreState = Pick<Store, 'deletedAt' | 'status' | 'prodEnabled' | 'prodSuspendedAt' | 'suspendedWith'>;

export const storeDeleted = () => new ApiError(400, 'Store has been deleted', 'store');

/** Throws 400 with the reason unless the store sells in that environment. */
export function requireStoreOpen(store: StoreState, environment: Environment): void {
  if (store.deletedAt) throw storeDeleted();
  if (store.status !== 'active') throw errors.storeNotActive();
  requireProdSales(store, environment);
}
