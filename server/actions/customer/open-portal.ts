import { z } from 'zod';
import { findCustomer } from '#server/customers/data/customers.ts';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId, uuid } from '#server/domain/fields.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { requireMemberStore } from '#server/stores/stores.ts';

const onlyInTest = () => new ApiError(400, 'The portal opens as a customer in test only', 'user');
const customerNotFound = () => new ApiError(404, 'Customer not found', 'user');

/**
 * `customer/open-portal` (dashboard only): opens the customer portal as one customer of the test environment. The
 * returned URL carries a session token of 15 minutes. In `prod` only customers themselves may sign in.
 */
export const openPortal = defineAction({
  callers: ['dashboard'],
  scope: 'environment',
  layer: 'user',
  input: z.object({ storeId: shortId('STO'), id: uuid() }),
  output: z.object({ url: z.url() }),
  docs: {
    summary: 'Open the customer portal as a customer, in test',
    refusals: [
      onlyInTest().when('the call is made in prod'),
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
      customerNotFound().when('the store has no such customer'),
    ],
    example: { storeId: '$storeId', id: '$customerId' },
  },
  async run({ tx, caller, environment, actor, now, settings, issueSessionToken }, fields) {
    if (environment !== 'test') throw onlyInTest();
    const store = await requireMemberStore(tx, caller.merchantId, fields.storeId);
    const customer = await findCustomer(tx, { ...scopeOfStore(store), environment }, fields.id);
    const buyerIdentity = customer?.identity ?? customer?.email;
    if (!buyerIdentity) throw customerNotFound();
    const claims = { merchantId: store.ownerId, storeId: store.id, buyerIdentity, environment };
    const { id, token, expiresAt } = await issueSessionToken(claims);
    const data = { buyerIdentity, expiresAt: expiresAt.toISOString() };
    const event = { type: 'session_token.issued', objectId: id, data } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { url: `${settings.checkoutUrl}${portalAddress(store, environment)}#token=${token}` };
  },
});
