import { describe, expect, test } from 'vitest';
import { newId, toShortId } from '#server/domain/ids.ts';
import { newGroup, newMerchant, newProduct, newSubscriptionProduct, sql } from '#server/testing/api.ts';
import { expectUnchangedGroups, groupsOf } from '#server/testing/suites/group-state.ts';
import { keyOf } from '#server/testing/suites/product-state.ts';

const action = 'subscription-product-group/create-group';
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

describe('200', () => {
  test('returns the group with every field of the contract; products in order, without duplicates', async () => {
    const merchant = await newMerchant();
    const first = await newSubscriptionProduct(merchant);
    const second = await newSubscriptionProduct(merchant, { name: 'Second' });
    const { status, body } = await merchant.call(action, {
      storeId: merchant.storeId,
      name: '  Coffee plans ',
      description: 'Small, medium, large',
      rules: { sharedTrial: true, unknown: 'dropped' },
      productIds: [second.id, first.id, keyOf(second)],
      unknown: 'ignored',
    });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      group: {
        id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        storeId: merchant.storeId,
        name: 'Coffee plans',
        description: 'Small, medium, large',
        rules: { sharedTrial: true, selfServicePlanChange: false },
        allowsMultipleSubscriptions: false,
        productIds: [second.id, first.id],
        environment: 'test',
        createdAt: expect.stringMatching(moment),
        updatedAt: body.data.group.createdAt,
      },
    });
    const { events } = await groupsOf(merchant);
    expect(events).toEqual([{ type: 'group.created', objectId: body.data.group.id, environment: 'test' }]);
  });

  test.each([
    {},
    { description: null, rules: null, productIds: null },
    { description: '', rules: {}, productIds: [] },
    { rules: { sharedTrial: null, selfServicePlanChange: null } },
  ])('with only the required fields, or with empty optional ones: %j', async (given) => {
    const merchant = await newMerchant();
    const { body } = await merchant.call(action, { storeId: merchant.store.id, name: 'Plans', ...given });
    expect(body.data.group).toMatchObject({
      description: '',
      rules: { sharedTrial: false, selfServicePlanChange: false },
      productIds: [],
    });
  });

  test('with a prod key creates it in prod; names and products are unique per environment', async () => {
    const merchant = await newMerchant();
    const product = await newSubscriptionProduct(merchant);
    await merchant.call('subscription-product/publish-product', { id: product.id });
    const given = { storeId: merchant.storeId, name: 'Plans', productIds: [product.id] };
    const inTest = await merchant.call(action, given);
    const inProd = await merchant.call(action, given, { environment: 'prod' });
    expect([inTest.status, inProd.status]).toEqual([200, 200]);
    expect([inTest.body.data.group.environment, inProd.body.data.group.environment]).toEqual(['test', 'prod']);
  });

  test('accepts the same name in another store', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    expect([(await newGroup(merchant)).name, (await newGroup(other)).name]).toEqual(['Plans', 'Plans']);
  });
});

/** Expects that creation with these fields is refused. */
const refuse = async (given: Record<string, unknown>, message: string) => {
  const merchant = await newMerchant();
  const call = () => merchant.call(action, { storeId: merchant.storeId, name: 'Plans', ...given });
  await expectUnchangedGroups(merchant, call, 400, message);
};

test('400 Missing or invalid header: x-context-environment', async () => {
  const merchant = await newMerchant();
  const given = { storeId: merchant.storeId, name: 'Plans' };
  const call = () => merchant.call(action, given, { headers: { 'X-Environment': 'staging' } });
  await expectUnchangedGroups(merchant, call, 400, 'Missing or invalid header: x-context-environment', 'gateway');
});

test.each([
  { storeId: undefined },
  { storeId: null },
  { storeId: '' },
  { name: undefined },
  { name: null },
  { name: '' },
  { name: '  ' },
  { storeId: undefined, name: undefined },
])('400 Missing required fields: storeId, name (%j)', (given) =>
  refuse(given, 'Missing required fields: storeId, name'),
);

test.each([
  ['PROD_x', 'PROD_x'],
  ['', ''],
  [null, 'null'],
  [7, '7'],
])('400 Expected format: PROD_xxx, got <value> (%j)', (entry, value) =>
  refuse({ productIds: [toShortId('PROD', newId()), entry] }, `Expected format: PROD_xxx, got ${value}`),
);

test.each([
  [{ name: 5 }, 'Field name must be a non-empty string'],
  [{ name: 'x'.repeat(65) }, 'Field name cannot exceed 64 characters'],
  [{ description: 5 }, 'Invalid description: must be a string'],
  [{ rules: 'shared' }, 'Invalid rules: must be an object'],
  [{ rules: { sharedTrial: 'yes' } }, 'rules.sharedTrial must be a boolean'],
  [{ rules: { selfServicePlanChange: 1 } }, 'rules.selfServicePlanChange must be a boolean'],
  [{ allowsMultipleSubscriptions: 'yes' }, 'allowsMultipleSubscriptions must be a boolean'],
  [{ productIds: 'PROD_x' }, 'Invalid productIds: must be an array'],
  [
    { productIds: Array.from({ length: 101 }, () => toShortId('PROD', newId())) },
    'Invalid productIds: must have at most 100 items',
  ],
])('400 %j', (given, message) => refuse(given, message));

test('400 Group name already exists in this store and environment: one of twenty concurrent calls succeeds', async () => {
  const merchant = await newMerchant();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => merchant.call(action, { storeId: merchant.storeId, name: 'Plans' })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    const message = 'Group name already exists in this store and environment';
    expect([status, body]).toMatchObject([400, { data: null, errors: [{ message, layer: 'product' }] }]);
  }
  expect((await groupsOf(merchant)).groups).toHaveLength(1);
});

test('400 Product <id> is already in group <name>: one of ten concurrent calls gets it', async () => {
  const merchant = await newMerchant();
  const product = await newSubscriptionProduct(merchant);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, number) =>
      merchant.call(action, { storeId: merchant.storeId, name: `Plans ${number}`, productIds: [product.id] }),
    ),
  );
  const [succeeded, ...more] = answers.filter(({ status }) => status === 200);
  expect(more).toEqual([]);
  const message = `Product ${product.id} is already in group ${succeeded?.body.data.group.name}`;
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect([status, body.errors]).toMatchObject([400, [{ message, layer: 'product' }]]);
  }
  expect((await groupsOf(merchant)).groups).toHaveLength(1);
});

test('400 in prod for a product without a prod version', async () => {
  const merchant = await newMerchant();
  const product = await newSubscriptionProduct(merchant);
  const given = { storeId: merchant.storeId, name: 'Plans', productIds: [product.id] };
  const call = () => merchant.call(action, given, { environment: 'prod' });
  await expectUnchangedGroups(merchant, call, 400, `Product ${product.id} has no version in environment prod`);
});

test('404 Product not found: a one-time product', async () => {
  const merchant = await newMerchant();
  const productIds = [(await newSubscriptionProduct(merchant)).id, (await newProduct(merchant)).id];
  const given = { storeId: merchant.storeId, name: 'Plans', productIds };
  await expectUnchangedGroups(merchant, () => merchant.call(action, given), 404, 'Product not found');
});

test('500 Internal server error', async () => {
  const merchant = await newMerchant();
  const call = () => merchant.call(action, { storeId: merchant.storeId, name: 'Plans' });
  // All input is validated, so only the database itself can fail the call; here for this store alone.
  const constraint = `refuses_${merchant.store.slug.replaceAll('-', '_')}`;
  const table = 'alter table subscription_product_groups';
  await sql.unsafe(`${table} add constraint ${constraint} check (store_id <> '${merchant.store.id}') not valid`);
  try {
    await expectUnchangedGroups(merchant, call, 500, 'Internal server error', 'gateway');
  } finally {
    await sql.unsafe(`${table} drop constraint ${constraint}`);
  }
  expect((await call()).status).toBe(200);
});
