/** Whether a store sells in `prod`, as the operator has it. The store's own `status` is its merchant's. */
import { z } from 'zod';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError } from '#server/domain/errors.ts';
import { characterCount } from '#server/domain/fields.ts';

interface Standing {
  readonly prodEnabled: boolean;
  readonly prodSuspendedAt: Date | null;
  /** The suspended account that the store is suspended with. */
  readonly suspendedWith: string | null;
}

const suspendedMessage = 'Store is suspended in the prod environment by the operator';

export const isProdSuspended = ({ prodSuspendedAt, suspendedWith }: Standing): boolean =>
  prodSuspendedAt !== null || suspendedWith !== null;

/** Whether the operator lets the store sell in that environment. Test is always open. */
export const maySellIn = (store: Standing, environment: Environment): boolean =>
  environment === 'test' || (store.prodEnabled && !isProdSuspended(store));

/** 400 that says why, unless the operator lets the store sell in that environment. */
export function requireProdSales(store: Standing, environment: Environment): void {
  if (environment === 'test') return;
  if (isProdSuspended(store)) throw new ApiError(400, suspendedMessage, 'store');
  if (!store.prodEnabled) throw new ApiError(400, disabledMessage, 'store');
}

const disabledMessage = 'Store is not enabled for the prod environment';

/** What the reference says of the endpoints that sell. */
export const prodRefusals = [
  { status: 400, layer: 'store', message: suspendedMessage, when: 'in prod, while the operator suspends the store' },
  { status: 400, layer: 'store', message: disabledMessage, when: 'in prod, unless the store may sell there' },
] as const;

const maxReason = 1000;

/** What the operator tells the owner; nothing and the empty string are the same. */
export const operatorReason = () =>
  z
    .string()
    .trim()
    .refine((value) => characterCount(value) <= maxReason, {
      error: `Invalid reason: must have at most ${maxReason} characters`,
    })
    .nullish()
    .transform((value) => value || null)
    .meta({ description: 'The owner reads it; needed to take something away', maxLength: maxReason });
