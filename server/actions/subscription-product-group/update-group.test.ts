import { describe, expect, test } from 'vitest';
import { newGroup, newMerchant, newProduct, newSubscriptionProduct, sql } from '#server/testing/api.ts';
import { breakGroup, expectUnchangedGroups, groupsOf } from '#server/testing/suites/group-state.ts';

const action = 'subscription-product-group/update-group';

async function newGroupOf(content: Record<string, unknown> = {}) {
  const merchant = await newMerchant();
  return { merchant, group: await newGroup(merchant, content) };
}

describe('200', () => {
  test('changes the given fields and keeps the rest', async () => {
    const { merchant, group } = await newGroupOf({ description: 'Before', rules: { sharedTrial: true } });
    const { status, body } = await merchant.call(action, { id: group.id, name: ' Renamed ' });
    expect([status, body.data]).toEqual([200, { group: { ...group, name: 'Renamed', updatedAt: expect.any(String) } }]);
    const { body: cleared } = await merchant.call(action, { id: group.id.toUpperCase(), description: null });
    expect(cleared.data.group).toMatchObject({ id: group.id, name: 'Renamed', description: '' });
    const { events } = await groupsOf(merchant);
    expect(events.map(({ type }) => type)).toEqual(['group.created', 'group.updated', 'group.updated']);
  });

  test('merges rules per switch; null means none, and unknown keys are dropped', async () => {
    const { merchant, group } = await newGroupOf({ rules: { sharedTrial: true } });
    const update = async (rules: unknown) =>
      (await merchant.call(action, { id: group.id, rules })).body.data.group.rules;
    expect(await update({ selfServicePlanChange: true, color: 'red' })).toEqual({
      sharedTrial: true,
      selfServicePlanChange: true,
    });
    expect(await update(null)).toEqual({ sharedTrial: true, selfServicePlanChange: true });
    expect(await update({})).toEqual({ sharedTrial: true, selfServicePlanChange: true });
    expect(await update({ sharedTrial: false })).toEqual({ sharedTrial: false, selfServicePlanChange: true });
    const [row] = (await groupsOf(merchant)).groups;
    expect(row?.rules).toEqual({ sharedTrial: false, selfServicePlanChange: true });
  });

  test('changes allowsMultipleSubscriptions, and keeps it when it is not given', async () => {
    const { merchant, group } = await newGroupOf();
    const update = async (fields: object) =>
      (await merchant.call(action, { id: group.id, ...fields })).body.data.group.allowsMultipleSubscriptions;
    expect(group).toMatchObject({ allowsMultipleSubscriptions: false });
    expect(await update({ allowsMultipleSubscriptions: true })).toBe(true);
    expect(await update({ name: 'Renamed', rules: {} })).toBe(true);
    const [event] = await sql`select changes from events where object_id = ${group.id} and type = 'group.updated'
      order by sequence limit 1`;
    expect(event?.changes).toEqual({
      before: { allowsMultipleSubscriptions: false },
      after: { allowsMultipleSubscriptions: true },
    });
    expect(await update({ allowsMultipleSubscriptions: false })).toBe(false);
  });

  test('productIds replaces the whole list and frees removed products', async () => {
    const merchant = await newMerchant();
    const [a, b, c] = await Promise.all([
      newSubscriptionProduct(merchant),
      newSubscriptionProduct(merchant),
      newSubscriptionProduct(merchant),
    ]);
    const group = await newGroup(merchant, { productIds: [a.id, b.id] });
    const { body } = await merchant.call(action, { id: group.id, productIds: [c.id, b.id, b.id] });
    expect(body.data.group.productIds).toEqual([c.id, b.id]);
    const { body: renamed } = await merchant.call(action, { id: group.id, name: 'Still' });
    expect(renamed.data.group.productIds).toEqual([c.id, b.id]);
    const other = await merchant.call('subscription-product-group/create-group', {
      storeId: merchant.storeId,
      name: 'Other',
      productIds: [a.id],
    });
    expect(other.status).toBe(200);
    const { body: emptied } = await merchant.call(action, { id: group.id, productIds: [] });
    expect(emptied.data.group.productIds).toEqual([]);
  });

  test('keeps its own name and products; an update without changes keeps updatedAt and creates no event', async () => {
    const merchant = await newMerchant();
    const [a, b] = await Promise.all([newSubscriptionProduct(merchant), newSubscriptionProduct(merchant)]);
    const group = await newGroup(merchant, { productIds: [a.id, b.id] });
    for (const given of [{}, { name: 'Plans', description: null, rules: {}, productIds: [a.id, b.id] }]) {
      const { status, body } = await merchant.call(action, { id: group.id, ...given });
      expect([status, body.data.group]).toEqual([200, group]);
    }
    const { body } = await merchant.call(action, { id: group.id, productIds: [b.id, a.id] });
    expect(body.data.group.productIds).toEqual([b.id, a.id]);
    expect((await groupsOf(merchant)).events.map(({ type }) => type)).toEqual(['group.created', 'group.updated']);
  });
});

const refuse = async (given: Record<string, unknown>, message: string) => {
  const { merchant, group } = await newGroupOf();
  await expectUnchangedGroups(
    merchant,
    () => merchant.call(action, { id: group.id, name: 'x', ...given }),
    400,
    message,
  );
};

test.each([
  ['PROD_x', 'PROD_x'],
  [null, 'null'],
  [{ id: 1 }, '{"id":1}'],
])('400 Expected format: PROD_xxx, got <value> (entry of productIds: %j)', (entry, value) =>
  refuse({ productIds: [entry] }, `Expected format: PROD_xxx, got ${value}`),
);

test.each(['true', 1, null, []])('400 rules.sharedTrial must be a boolean (%j)', (sharedTrial) =>
  refuse({ rules: { sharedTrial, selfServicePlanChange: true } }, 'rules.sharedTrial must be a boolean'),
);

test.each(['true', 0, null, {}])('400 rules.selfServicePlanChange must be a boolean (%j)', (selfServicePlanChange) =>
  refuse({ rules: { sharedTrial: true, selfServicePlanChange } }, 'rules.selfServicePlanChange must be a boolean'),
);

test.each([
  [{ name: '' }, 'Field name must be a non-empty string'],
  [{ name: null }, 'Field name must be a non-empty string'],
  [{ name: 'x'.repeat(65) }, 'Field name cannot exceed 64 characters'],
  [{ rules: [] }, 'Invalid rules: must be an object'],
  [{ productIds: null }, 'Invalid productIds: must be an array'],
])('400 %j', (given, message) => refuse(given, message));

test('400 Group name already exists in this store and environment: one of ten concurrent calls succeeds', async () => {
  const merchant = await newMerchant();
  const groups = await Promise.all(
    Array.from({ length: 10 }, (_, number) => newGroup(merchant, { name: `Plans ${number}` })),
  );
  const answers = await Promise.all(groups.map(({ id }) => merchant.call(action, { id, name: 'Wanted' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    const message = 'Group name already exists in this store and environment';
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'product' }]]);
  }
});

test('400 Product <id> is already in group <name>', async () => {
  const { merchant, group } = await newGroupOf();
  const product = await newSubscriptionProduct(merchant);
  await newGroup(merchant, { name: 'Holder', productIds: [product.id] });
  const call = () => merchant.call(action, { id: group.id, name: 'x', productIds: [product.id] });
  await expectUnchangedGroups(merchant, call, 400, `Product ${product.id} is already in group Holder`);
});

test('400 in prod for a product without a prod version', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant, {}, 'prod');
  const product = await newSubscriptionProduct(merchant);
  const call = () => merchant.call(action, { id: group.id, productIds: [product.id] }, { environment: 'prod' });
  await expectUnchangedGroups(merchant, call, 400, `Product ${product.id} has no version in environment prod`);
});

test('404 Product not found: a one-time product', async () => {
  const { merchant, group } = await newGroupOf();
  const onetime = await newProduct(merchant);
  const call = () => merchant.call(action, { id: group.id, productIds: [onetime.id] });
  await expectUnchangedGroups(merchant, call, 404, 'Product not found');
});

test('500 Internal server error', async () => {
  const { merchant, group } = await newGroupOf();
  await breakGroup(group);
  const call = () => merchant.call(action, { id: group.id, name: 'x' });
  await expectUnchangedGroups(merchant, call, 500, 'Internal server error', 'gateway');
});
