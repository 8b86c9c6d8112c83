import { describe, expect, test } from 'vitest';
import { type Role, roles } from '#server/stores/rules/roles.ts';
import { newMember, newMerchant, newWebhook, type TestMerchant } from '#server/testing/api.ts';

/** A store of its own each time, and a caller of that role in it; `null` is somebody who is no member. */
async function arrange(role: Role | null) {
  const owner = await newMerchant();
  const caller = role === null ? await newMerchant() : role === 'owner' ? owner : await newMember(owner, role);
  return { owner, caller };
}

const hook = { channel: 'http', url: 'https://example.com/', events: ['order.completed'], testMode: true };
type Body = (owner: TestMerchant) => object | Promise<object>;

/** What each store action answers to the owner, an admin, a member, and to somebody who is none of them. */
const table: readonly [action: string, body: Body, owner: number, admin: number, member: number, nobody: number][] = [
  ['store/update-store', ({ storeId }) => ({ id: storeId, name: 'x' }), 200, 200, 403, 404],
  ['store/delete-store', ({ storeId }) => ({ id: storeId }), 200, 403, 403, 404],
  ['store/add-webhook', ({ storeId }) => ({ storeId, ...hook }), 200, 200, 403, 404],
  ['store/update-webhook', async (owner) => ({ id: (await newWebhook(owner)).id, secret: 's' }), 200, 200, 403, 404],
  ['store/remove-webhook', async (owner) => ({ id: (await newWebhook(owner)).id }), 200, 200, 403, 404],
  [
    'store-merchant/add-merchant',
    async ({ storeId }) => ({ storeId, merchantId: (await newMerchant()).merchantId, role: 'member' }),
    200,
    200,
    403,
    404,
  ],
  [
    'store-merchant/update-role',
    async (owner) => ({
      storeId: owner.storeId,
      merchantId: (await newMember(owner, 'member')).merchantId,
      role: 'admin',
    }),
    200,
    200,
    403,
    404,
  ],
  [
    'store-merchant/update-role',
    async (owner) => ({
      storeId: owner.storeId,
      merchantId: (await newMember(owner, 'member')).merchantId,
      role: 'owner',
    }),
    200,
    403,
    403,
    404,
  ],
  [
    'store-merchant/remove-merchant',
    async (owner) => ({ storeId: owner.storeId, merchantId: (await newMember(owner, 'member')).merchantId }),
    200,
    200,
    403,
    404,
  ],
  // What every member does all day.
  [
    'onetime-product/create-product',
    ({ storeId }) => ({ storeId, name: 'Cup', prices: { USD: { amount: 100 } } }),
    200,
    200,
    200,
    404,
  ],
];

describe.each(table)('%s', (action, bodyOf, ...statuses) => {
  test.each([...roles, null].map((role, at) => [role, statuses[at]] as const))('%s: %i', async (role, status) => {
    const { owner, caller } = await arrange(role);
    const answer = await caller.call(action, await bodyOf(owner));
    expect([answer.status, answer.body.errors?.[0]?.message]).toEqual([
      status,
      status === 200 ? undefined : expect.stringMatching(status === 403 ? /^Not authorized to / : / not found$/),
    ]);
  });
});
