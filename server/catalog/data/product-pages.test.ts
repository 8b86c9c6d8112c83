import { expect, test } from 'vitest';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant, newProduct, newSubscriptionProduct, type TestMerchant } from '#server/testing/api.ts';
import { findVersionByNumber, listProductLines, listVersionLines, type ProductFilter } from './product-pages.ts';

const scopeOf = (merchant: TestMerchant, environment: Environment) => ({
  ...scopeOfStore(merchant.store),
  environment,
});

/** The names in a list, newest first. */
async function namesIn(merchant: TestMerchant, filter: ProductFilter, environment: Environment = 'test') {
  const lines = await listProductLines(db, scopeOf(merchant, environment), filter, { limit: 10 });
  return lines.map(({ name }) => name);
}

async function arrange() {
  const merchant = await newMerchant();
  const make = async (name: string) => (await newProduct(merchant, { name })).id;
  const [plain, published, changed] = [await make('Plain 100%'), await make('Published'), await make('Changed')];
  for (const id of [published, changed]) await merchant.call('onetime-product/publish-product', { id });
  await merchant.call('onetime-product/update-product', { id: changed, name: 'Changed since' });
  await merchant.call('onetime-product/update-status', { id: plain, status: 'inactive' });
  const { id: plan } = await newSubscriptionProduct(merchant, { name: 'Plan' });
  return { merchant, plain, published, changed, plan };
}

test('lists what matches the filter, and nothing of another store', async () => {
  const { merchant, plain, plan } = await arrange();
  await newProduct(await newMerchant(), { name: 'Somebody else’s' });
  expect(await namesIn(merchant, {})).toEqual(['Plan', 'Changed since', 'Published', 'Plain 100%']);
  expect(await namesIn(merchant, { type: 'subscription' })).toEqual(['Plan']);
  expect(await namesIn(merchant, { status: 'inactive' })).toEqual(['Plain 100%']);
  expect(await namesIn(merchant, { publication: 'unpublished' })).toEqual(['Plan', 'Plain 100%']);
  expect(await namesIn(merchant, { publication: 'differs' })).toEqual(['Changed since']);
  expect(await namesIn(merchant, { publication: 'same' })).toEqual(['Published']);
  expect(await namesIn(merchant, { search: '100%' })).toEqual(['Plain 100%']);
  expect(await namesIn(merchant, { search: 'pl%n' })).toEqual([]);
  expect(await namesIn(merchant, { search: 'PLAN' })).toEqual(['Plan']);
  expect(await namesIn(merchant, { search: plan })).toEqual(['Plan']);
  expect(await namesIn(merchant, { search: fromShortId('PROD', plain) ?? '' })).toEqual(['Plain 100%']);
});

test('lists prod names in prod, and test names of unpublished products', async () => {
  const { merchant } = await arrange();
  expect(await namesIn(merchant, {}, 'prod')).toEqual(['Plan', 'Changed', 'Published', 'Plain 100%']);
  expect(await namesIn(merchant, { search: 'since' }, 'prod')).toEqual([]);
  expect(await namesIn(merchant, { status: 'active' }, 'prod')).toEqual(['Changed', 'Published']);
  expect(await namesIn(merchant, { status: 'inactive' }, 'prod')).toEqual([]);
});

test('shows the publication state of each line, and continues on the next page', async () => {
  const { merchant } = await arrange();
  const scope = scopeOf(merchant, 'test');
  const first = await listProductLines(db, scope, {}, { limit: 2 });
  expect(first).toMatchObject([
    { name: 'Plan', type: 'subscription', billingPeriod: 'monthly', isPublished: false, isDifferent: false },
    { name: 'Changed since', versionNumber: 2, isPublished: true, isDifferent: true, billingPeriod: null },
  ]);
  expect(first[1]?.prices.USD).toMatchObject({ taxIncluded: expect.any(Boolean) });
  const second = await listProductLines(db, scope, {}, { limit: 2, after: first[1]?.id });
  expect(second.map(({ name, isDifferent }) => [name, isDifferent])).toEqual([
    ['Published', false],
    ['Plain 100%', false],
  ]);
});

test('lists versions per environment, newest first', async () => {
  const { merchant, changed } = await arrange();
  const id = fromShortId('PROD', changed) ?? '';
  const numbers = async (environment: Environment, before?: number) =>
    (await listVersionLines(db, scopeOf(merchant, environment), id, { limit: 5, before })).map((line) => line.name);
  expect(await numbers('test')).toEqual(['Changed since', 'Changed']);
  expect(await numbers('test', 2)).toEqual(['Changed']);
  expect(await numbers('prod')).toEqual(['Changed']);
  expect((await findVersionByNumber(db, scopeOf(merchant, 'test'), id, 2))?.name).toBe('Changed since');
  expect(await findVersionByNumber(db, scopeOf(merchant, 'prod'), id, 2)).toBeUndefined();
  expect(await findVersionByNumber(db, scopeOf(await newMerchant(), 'test'), id, 2)).toBeUndefined();
});
