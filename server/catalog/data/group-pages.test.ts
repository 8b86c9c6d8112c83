import { expect, test } from 'vitest';
import type { Environment } from '#server/domain/environments.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import {
  db,
  newGroup,
  newMerchant,
  newProduct,
  newSubscriptionProduct,
  type TestMerchant,
} from '#server/testing/api.ts';
import { findCandidates, findStoreGroup, listGroupLines, listGroupMembers } from './group-pages.ts';

const scopeOf = (merchant: TestMerchant, environment: Environment = 'test') => ({
  ...scopeOfStore(merchant.store),
  environment,
});

test('lists groups per environment, newest first, with their numbers of products', async () => {
  const merchant = await newMerchant();
  const { id } = await newSubscriptionProduct(merchant);
  const first = await newGroup(merchant, { name: 'First', productIds: [id] });
  await newGroup(merchant, { name: 'Second' });
  await newGroup(merchant, { name: 'In prod' }, 'prod');
  await newGroup(await newMerchant(), { name: 'Somebody else’s' });
  const linesOf = async (options: { search?: string; after?: string }, environment: Environment = 'test') =>
    (await listGroupLines(db, scopeOf(merchant, environment), { limit: 5, ...options })).map((line) => [
      line.name,
      line.products,
    ]);
  const all = await linesOf({});
  expect(all).toEqual([
    ['Second', 0],
    ['First', 1],
  ]);
  expect(await linesOf({ search: 'FIR' })).toEqual([['First', 1]]);
  expect(await linesOf({ after: first.id })).toEqual([]);
  expect(await linesOf({}, 'prod')).toEqual([['In prod', 0]]);
});

test('finds a group in its own store and environment only, with its products in order', async () => {
  const merchant = await newMerchant();
  const [candidate, two] = [
    await newSubscriptionProduct(merchant, { name: 'One' }),
    await newSubscriptionProduct(merchant, { name: 'Two' }),
  ];
  const { id } = await newGroup(merchant, { productIds: [two.id, candidate.id] });
  const group = await findStoreGroup(db, scopeOf(merchant), id);
  if (!group) throw new Error('the group is there');
  expect((await listGroupMembers(db, group)).map(({ name }) => name)).toEqual(['Two', 'One']);
  expect(await findStoreGroup(db, scopeOf(merchant, 'prod'), id)).toBeUndefined();
  expect(await findStoreGroup(db, scopeOf(await newMerchant()), id)).toBeUndefined();
  expect(await findStoreGroup(db, scopeOf(merchant), newId())).toBeUndefined();
});

test('lists the store’s subscriptions as candidates with their groups, in prod only published ones', async () => {
  const merchant = await newMerchant();
  const [used, free] = [
    await newSubscriptionProduct(merchant, { name: 'Beans, small' }),
    await newSubscriptionProduct(merchant, { name: 'Beans, large' }),
  ];
  await newProduct(merchant, { name: 'Beans, once' });
  await newSubscriptionProduct(await newMerchant(), { name: 'Beans of others' });
  await newGroup(merchant, { name: 'Plans', productIds: [used.id] });
  await merchant.call('subscription-product/publish-product', { id: used.id });
  const found = await findCandidates(db, scopeOf(merchant), 'BEANS', 5);
  expect(found.map((candidate) => [toShortId('PROD', candidate.id), candidate.groupName])).toEqual([
    [free.id, null],
    [used.id, 'Plans'],
  ]);
  expect(await findCandidates(db, scopeOf(merchant), '%', 5)).toEqual([]);
  expect((await findCandidates(db, scopeOf(merchant, 'prod'), '', 5)).map((candidate) => candidate.groupName)).toEqual([
    null,
  ]);
});
