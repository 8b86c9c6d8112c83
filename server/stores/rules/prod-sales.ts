/** Whether the operator allows a store to sell in `prod`. The store's own `status` is set by its merchant. */
import { z } from 'zod';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError } from '#server/domain/errors.ts';
import { characterCount } from '#server/domain/fields.ts';

interface ProdPermission {
  readonly prodEnabled: boolean;
  readonly prodSuspendedAt: Date | null;
  /** The suspended account that has caused the store's suspension. */
  readonly suspendedWith: string | null;
}

const suspendedMessage = 'Store is suspended in the prod environment by the operator';

export const isProdSuspended = ({ prodSuspendedAt, suspendedWith }: ProdPermission): boolean =>
  prodSuspendedAt !== null || suspendedWith !== null;

/** Whether the operator allows sales in an environment; test is always allowed. */
export const maySellIn = (store: ProdPermission, environment: Environment): boolean =>
  environment === 'test' || (store.prodEnabled && !isProdSuspended(store));

/** Throws 400 with the reason unless the operator allows sales in the environment. */
export function requireProdSales(store: ProdPermission, environment: Environment): void {
  if (environment === 'test') return;
  if (isProdSuspended(store)) throw new ApiError(400, suspendedMessage, 'store');
  if (!store.prodEnabled) throw new ApiError(400, disabledMessage, 'store');
}

const disabledMessage = 'Store is not enabled for the prod environment';

/** The refusals of endpoints that sell, for the API reference. */
export const prodRefusals = [
  {
    status: 400,
    layer: 'store',
    message: suspendedMessage,
    when: 'the call is made in prod, and the operator has suspended the store',
  },
  {
    status: 400,
    layer: 'store',
    message: disabledMessage,
    when: 'the call is made in prod, and the store is not enabled for prod',
  },
] as const;

const maxReason = 1000;

/** The operator's reason for the owner; an empty string counts as absent. */
export const operatorReason = () =>
  z
    .string()
    .trim()
    .refine((value) => characterCount(value) <= maxReason, {
      error: `Invalid reason: must have at most ${maxReason} characters`,
    })
    .nullish()
    .transform((value) => value || null)
    .meta({ description: 'Shown to the owner; required to suspend or disable', maxLength: maxReason });
