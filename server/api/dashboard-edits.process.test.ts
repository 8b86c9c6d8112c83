/** Concurrent edits in the dashboard: a save based on an outdated version is refused. */
import { describe, expect, test } from 'vitest';
import { toShortId } from '#server/domain/ids.ts';
import { signUp, startAccounts } from '#server/testing/account-browser.ts';
import { newMerchant, newProduct, newSubscriptionProduct, type TestMerchant } from '#server/testing/api.ts';
import { versionsOf } from '#server/testing/suites/product-state.ts';

const accounts = await startAccounts();

/** A member of the store, in a browser. */
async function newMember(merchant: TestMerchant, name: string) {
  const { id, browser } = await signUp(accounts, name);
  const member = { storeId: merchant.storeId, merchantId: toShortId('MER', id), role: 'admin' };
  expect((await merchant.call('store-merchant/add-merchant', member)).status).toBe(200);
  return (action: string, body: object, basedOn?: string) =>
    browser.act(action, body, basedOn === undefined ? {} : { 'if-match': `"${basedOn}"` });
}

const update = 'onetime-product/update-product';

describe('a product', () => {
  test('rejects the later of two concurrent saves, names the other’s changes and writes nothing', async () => {
    const merchant = await newMerchant();
    const product = await newProduct(merchant);
    const [ana, ben] = await Promise.all([newMember(merchant, 'Ana Lima'), newMember(merchant, 'Ben Okafor')]);
    const both = await Promise.all([
      ana(update, { id: product.id, name: 'Second edition' }, '1'),
      ben(update, { id: product.id, description: 'With maps' }, '1'),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]));
    const [winner, loser] = both[0]?.status === 200 ? ['Ana Lima', ben] : ['Ben Okafor', ana];
    const refused = both.find(({ status }) => status === 412);
    expect(refused?.error).toMatchObject({ message: `Version 2 was saved meanwhile by ${winner}`, current: '2' });
    expect((await versionsOf(product)).map(({ versionNumber }) => versionNumber)).toEqual([1, 2]);

    const again = await loser(update, { id: product.id, metadata: { shelf: 'B' } }, refused?.error?.current);
    expect([again.status, again.data.product.metadata]).toEqual([200, { shelf: 'B' }]);
    const third = (await versionsOf(product)).at(-1);
    expect([third?.versionNumber, third?.name === 'Second edition' || third?.description === 'With maps']).toEqual([
      3,
      true,
    ]);
  });

  test('names the API or the same person as the other editor; an equal value is no conflict', async () => {
    const merchant = await newMerchant();
    const product = await newProduct(merchant);
    const ana = await newMember(merchant, 'Ana Lima');
    await merchant.call(update, { id: product.id, name: 'By a program' });
    const late = await ana(update, { id: product.id, name: 'By Ana' }, '1');
    expect(late.error?.message).toBe('Version 2 was saved meanwhile through the API');
    await ana(update, { id: product.id, name: 'By Ana' }, '2');
    expect((await ana(update, { id: product.id, name: 'Once more' }, '2')).error?.message).toBe(
      'Version 3 was saved meanwhile by you, in another tab or on another device',
    );
    expect((await ana(update, { id: product.id, name: 'By Ana' }, '1')).status).toBe(200);
    await merchant.call('onetime-product/update-status', { id: product.id, status: 'inactive' });
    expect((await ana(update, { id: product.id, name: 'Off sale, and renamed' }, '3')).status).toBe(200);
    // A save without a base version merges, as the API does.
    expect((await ana(update, { id: product.id, name: 'Merged' })).status).toBe(200);
  });
});

test('rejects the later of two concurrent saves of a group', async () => {
  const merchant = await newMerchant();
  const product = await newSubscriptionProduct(merchant);
  const groupInput = { storeId: merchant.storeId, name: 'Coffee plans', productIds: [product.id] };
  const { group } = (await merchant.call('subscription-product-group/create-group', groupInput)).body.data;
  const [ana, ben] = await Promise.all([newMember(merchant, 'Ana Lima'), newMember(merchant, 'Ben Okafor')]);
  const action = 'subscription-product-group/update-group';
  const both = await Promise.all([
    ana(action, { id: group.id, name: 'Tea plans' }, group.updatedAt),
    ben(action, { id: group.id, description: 'All of them' }, group.updatedAt),
  ]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]));
  const saved = both.find(({ status }) => status === 200)?.data.group;
  const refused = both.find(({ status }) => status === 412)?.error;
  const winner = saved.name === 'Tea plans' ? 'Ana Lima' : 'Ben Okafor';
  expect(refused).toMatchObject({
    message: `The group was changed meanwhile by ${winner}`,
    current: saved.updatedAt,
  });
  const loser = winner === 'Ana Lima' ? ben : ana;
  expect((await loser(action, { id: group.id, productIds: [] }, refused?.current)).status).toBe(200);
});
