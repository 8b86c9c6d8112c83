import { describe, expect, test } from 'vitest';
import { newGroup, newMerchant, newSubscriptionProduct, type TestMerchant } from '#server/testing/api.ts';
import { breakGroup, expectUnchangedGroups, groupsOf } from '#server/testing/suites/group-state.ts';

const action = 'subscription-product-group/publish-group';

async function newPublishedProduct(merchant: TestMerchant) {
  const product = await newSubscriptionProduct(merchant);
  await merchant.call('subscription-product/publish-product', { id: product.id });
  return product;
}

describe('200', () => {
  test('copies a test group to prod with a UUID of its own', async () => {
    const merchant = await newMerchant();
    const product = await newPublishedProduct(merchant);
    const content = { description: 'All sizes', rules: { sharedTrial: true }, productIds: [product.id] };
    const group = await newGroup(merchant, content);
    const { status, body } = await merchant.call(action, { id: group.id });
    expect([status, body.data]).toEqual([
      200,
      {
        group: {
          ...group,
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          environment: 'prod',
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    ]);
    expect(body.data.group.id).not.toBe(group.id);
    const { groups, events } = await groupsOf(merchant);
    expect(groups.map(({ environment }) => environment)).toEqual(['test', 'prod']);
    expect(events.at(-1)).toEqual({ type: 'group.published', objectId: body.data.group.id, environment: 'prod' });
  });

  test('publishing again updates the prod group, which keeps its UUID', async () => {
    const merchant = await newMerchant();
    const [a, b] = [await newPublishedProduct(merchant), await newPublishedProduct(merchant)];
    const group = await newGroup(merchant, { productIds: [a.id] });
    const { body: first } = await merchant.call(action, { id: group.id });
    const changes = {
      name: 'Renamed',
      description: 'New',
      rules: { selfServicePlanChange: true },
      allowsMultipleSubscriptions: true,
      productIds: [b.id, a.id],
    };
    await merchant.call('subscription-product-group/update-group', { id: group.id, ...changes });
    expect((await groupsOf(merchant)).groups.map(({ name }) => name)).toEqual(['Renamed', 'Plans']);
    const { status, body: second } = await merchant.call(action, { id: group.id });
    expect([status, second.data.group]).toEqual([
      200,
      {
        ...first.data.group,
        ...changes,
        rules: { sharedTrial: false, selfServicePlanChange: true },
        updatedAt: expect.any(String),
      },
    ]);
    expect((await groupsOf(merchant)).groups).toHaveLength(2);
  });

  test('ten concurrent calls create one prod group', async () => {
    const merchant = await newMerchant();
    const group = await newGroup(merchant, { productIds: [(await newPublishedProduct(merchant)).id] });
    const answers = await Promise.all(Array.from({ length: 10 }, () => merchant.call(action, { id: group.id })));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.group.id)).size).toBe(1);
    expect((await groupsOf(merchant)).groups).toHaveLength(2);
  });

  test('accepts a prod key', async () => {
    const merchant = await newMerchant();
    const group = await newGroup(merchant);
    const { status, body } = await merchant.call(action, { id: group.id }, { environment: 'prod' });
    expect([status, body.data.group.environment]).toEqual([200, 'prod']);
  });

  test('creates a new prod group after the first was deleted', async () => {
    const merchant = await newMerchant();
    const group = await newGroup(merchant);
    const { body: first } = await merchant.call(action, { id: group.id });
    const deletion = 'subscription-product-group/delete-group';
    await merchant.call(deletion, { id: first.data.group.id }, { environment: 'prod' });
    const { status, body: second } = await merchant.call(action, { id: group.id });
    expect(status).toBe(200);
    expect(second.data.group.id).not.toBe(first.data.group.id);
  });
});

test.each(['test', 'prod'] as const)(
  '400 Only a group of the test environment can be published (%s key)',
  async (environment) => {
    const merchant = await newMerchant();
    const group = await newGroup(merchant, {}, 'prod');
    const call = () => merchant.call(action, { id: group.id }, { environment });
    await expectUnchangedGroups(merchant, call, 400, 'Only a group of the test environment can be published');
  },
);

test('400 for a product without a prod version, naming it', async () => {
  const merchant = await newMerchant();
  const published = await newPublishedProduct(merchant);
  const product = await newSubscriptionProduct(merchant);
  const group = await newGroup(merchant, { productIds: [published.id, product.id] });
  const message = `Product ${product.id} has no version in environment prod`;
  await expectUnchangedGroups(merchant, () => merchant.call(action, { id: group.id }), 400, message);
});

test('400 Group name already exists in this store and environment: a prod group of another origin', async () => {
  const merchant = await newMerchant();
  await newGroup(merchant, {}, 'prod');
  const group = await newGroup(merchant);
  const message = 'Group name already exists in this store and environment';
  await expectUnchangedGroups(merchant, () => merchant.call(action, { id: group.id }), 400, message);
});

test('400 Product <id> is already in group <name>: another prod group', async () => {
  const merchant = await newMerchant();
  const product = await newPublishedProduct(merchant);
  await newGroup(merchant, { name: 'Holder', productIds: [product.id] }, 'prod');
  const group = await newGroup(merchant, { productIds: [product.id] });
  const message = `Product ${product.id} is already in group Holder`;
  await expectUnchangedGroups(merchant, () => merchant.call(action, { id: group.id }), 400, message);
});

test('500 Internal server error', async () => {
  const merchant = await newMerchant();
  const group = await newGroup(merchant);
  await breakGroup(group);
  const call = () => merchant.call(action, { id: group.id });
  await expectUnchangedGroups(merchant, call, 500, 'Internal server error', 'gateway');
});
