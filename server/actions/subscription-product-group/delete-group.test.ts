import { expect, test } from 'vitest';
import { newId } from '#server/domain/ids.ts';
import { newGroup, newMember, newMerchant, newSubscriptionProduct, post } from '#server/testing/api.ts';
import { breakGroup, expectGroupsKept, groupsOf } from '#server/testing/group-state.ts';
import { stateOf } from '#server/testing/product-state.ts';

const action = 'subscription-product-group/delete-group';

test('200 takes the group away for good, and gives it as it was; its products stay', async () => {
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
  // Its name and its product are free again.
  expect((await newGroup(merchant, { productIds: [product.id] })).name).toBe('Plans');
});

test('200 the prod group that was published from it stays', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  const { body } = await merchant.call('subscription-product-group/publish-group', { id: group.id });
  expect((await merchant.call(action, { id: group.id })).status).toBe(200);
  const { groups } = await groupsOf(merchant);
  expect(groups.map(({ id, environment }) => [id, environment])).toEqual([[body.data.group.id, 'prod']]);
});

test('200 of ten at once, one; the others find none', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  const answers = await Promise.all(Array.from({ length: 10 }, () => merchant.call(action, { id: group.id })));
  const found = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([found(200), found(404)]).toEqual([1, 9]);
});

test.each(['admin', 'member'] as const)('200 for a member of the store: %s', async (role) => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  const member = await newMember(merchant, role);
  expect((await member.call(action, { id: group.id })).status).toBe(200);
});

test.each([{}, { id: null }, { id: '' }])('400 Missing required field: id (%j)', async (given) => {
  const merchant = await newMerchant();
  await newGroup(merchant);
  await expectGroupsKept(merchant, () => merchant.call(action, given), 400, 'Missing required field: id');
});

test('400 Expected format: UUID, got <value>', async () => {
  const merchant = await newMerchant();
  const call = () => merchant.call(action, { id: 'nonsense' });
  await expectGroupsKept(merchant, call, 400, 'Expected format: UUID, got nonsense');
});

test('403 Insufficient permissions, for a store slug', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  const headers = { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
  await expectGroupsKept(
    merchant,
    () => post(action, { id: group.id }, headers),
    403,
    'Insufficient permissions',
    'gateway',
  );
});

test('404 Group not found: nobody’s, another merchant’s, the other environment’s', async () => {
  const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
  const group = await newGroup(merchant);
  const inProd = await newGroup(merchant, {}, 'prod');
  await expectGroupsKept(merchant, () => merchant.call(action, { id: newId() }), 404, 'Group not found');
  await expectGroupsKept(merchant, () => other.call(action, { id: group.id }), 404, 'Group not found');
  await expectGroupsKept(merchant, () => merchant.call(action, { id: inProd.id }), 404, 'Group not found');
});

test('500 Internal server error', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  await breakGroup(group);
  const call = () => merchant.call(action, { id: group.id });
  await expectGroupsKept(merchant, call, 500, 'Internal server error', 'gateway');
});
