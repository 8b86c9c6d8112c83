import { expect, test } from 'vitest';
import { newGroup, newMerchant, newSubscriptionProduct } from '#server/testing/api.ts';
import { breakGroup, expectUnchangedGroups, groupsOf } from '#server/testing/suites/group-state.ts';
import { stateOf } from '#server/testing/suites/product-state.ts';

const action = 'subscription-product-group/delete-group';

test('deletes and returns the group; its products stay', async () => {
  const merchant = await newMerchant();
  const product = await newSubscriptionProduct(merchant);
  const before = await stateOf(product);
  const group = await newGroup(merchant, { productIds: [product.id], rules: { sharedTrial: true } });
  const { status, body } = await merchant.call(action, { id: group.id });
  expect([status, body.data]).toEqual([200, { group }]);
  const { groups, members, events } = await groupsOf(merchant);
  expect([groups, members]).toEqual([[], []]);
  expect(events.map(({ type }) => type)).toEqual(['group.created', 'group.deleted']);
  expect(await stateOf(product)).toEqual(before);
  // Its name and product are free again.
  expect((await newGroup(merchant, { productIds: [product.id] })).name).toBe('Plans');
});

test('keeps the prod group published from it', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  const { body } = await merchant.call('subscription-product-group/publish-group', { id: group.id });
  expect((await merchant.call(action, { id: group.id })).status).toBe(200);
  const { groups } = await groupsOf(merchant);
  expect(groups.map(({ id, environment }) => [id, environment])).toEqual([[body.data.group.id, 'prod']]);
});

test('deletes once for ten concurrent calls; the others answer 404', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  const answers = await Promise.all(Array.from({ length: 10 }, () => merchant.call(action, { id: group.id })));
  const found = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([found(200), found(404)]).toEqual([1, 9]);
});

test('500 Internal server error', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  await breakGroup(group);
  const call = () => merchant.call(action, { id: group.id });
  await expectUnchangedGroups(merchant, call, 500, 'Internal server error', 'gateway');
});
