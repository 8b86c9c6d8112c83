import { z } from 'zod';
import type { Tx } from '#db/client.ts';
import { findMemberProduct, findProduct, findStoreProduct } from '#server/catalog/products.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { absent, optionalShortId, shownMoment } from '#server/domain/fields.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { findStore, type Store } from '#server/stores/stores.ts';

const buyerIdentity = z
  .string()
  .max(254)
  .transform((value, ctx) => {
    if (value.trim() === '') ctx.issues.push({ ...absent, input: value });
    return value;
  })
  .meta({ description: 'Your identifier of the customer: an email address or your own user ID' });

const notOwner = () => new ApiError(403, 'Access denied: you do not have permission to this store', 'store');

/**
 * `auth/issue-session-token`: issues a short-lived token for one customer of one store in the key's environment.
 * `productId` identifies the store if `storeId` is absent. (commerce-api.md, "issue-session-token")
 */
export const issueSessionToken = defineAction({
  callers: ['apiKey'],
  scope: 'environment',
  keyScope: 'sell',
  layer: 'user',
  input: z.object({ buyerIdentity, storeId: optionalShortId('STO'), productId: optionalShortId('PROD') }),
  output: z.object({
    token: z.string().meta({ description: 'A JWT, for `Authorization: Bearer`' }),
    expiresAt: shownMoment(),
  }),
  docs: {
    summary: 'Issue a short-lived token for one customer of one store, in the key’s environment',
    refusals: [
      errors.missingField('provide storeId or productId', 'user').when('`storeId` and `productId` are absent'),
      errors.storeNotActive().when('the store’s status is not active'),
      errors.missingMerchant(401, 'user').when('the caller is not an API key'),
      notOwner().when('the merchant does not own the store; membership is not enough'),
      errors.storeNotFound().when('there is no such store, or it was deleted'),
      errors.productNotFound().when('there is no such product'),
    ],
    example: { storeId: '$storeId', buyerIdentity: 'customer-4711' },
  },
  refuseCaller: () => errors.missingMerchant(401, 'user'),
  async run({ tx, caller, environment, actor, now, issueSessionToken: issue }, fields) {
    const store = await findTokenStore(tx, fields, caller.merchantId);
    if (store.status !== 'active') throw errors.storeNotActive();
    const { buyerIdentity } = fields;
    const claims = { merchantId: store.ownerId, storeId: store.id, buyerIdentity, environment };
    const { id, token, expiresAt } = await issue(claims);
    const data = { buyerIdentity, expiresAt: expiresAt.toISOString() };
    const event = { type: 'session_token.issued', objectId: id, data } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { token, expiresAt: expiresAt.toISOString() };
  },
});

/** The merchant's store, given directly or by one of its products. `storeId` is checked first. */
async function findTokenStore(
  tx: Tx,
  { storeId, productId }: { storeId?: string | undefined; productId?: string | undefined },
  merchantId: string,
): Promise<Store> {
  if (storeId !== undefined) {
    const store = requireOwn(await findStore(tx, storeId), merchantId);
    if (productId !== undefined && !(await findStoreProduct(tx, scopeOfStore(store), productId)))
      throw errors.productNotFound();
    return store;
  }
  if (productId === undefined) throw errors.missingField('provide storeId or productId', 'user');
  const product = (await findMemberProduct(tx, merchantId, productId)) ?? (await findProduct(tx, productId));
  if (!product) throw errors.productNotFound();
  return requireOwn(await findStore(tx, product.storeId), merchantId);
}

/** Throws 404 for a deleted store, 403 for another merchant's. */
function requireOwn(store: Store | undefined, merchantId: string): Store {
  if (!store || store.deletedAt) throw errors.storeNotFound();
  if (store.ownerId !== merchantId) throw notOwner();
  return store;
}
