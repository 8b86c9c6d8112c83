/** Each action's scope, and what a test key may change in prod. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillIn } from '#server/docs/placeholders.ts';
import { newMerchant, newWebhook } from '#server/testing/api.ts';
import { arrangements } from '#server/testing/arrangements.ts';
import { actions } from './index.ts';

const page = readFileSync(new URL('../../docs/behavior/keys-and-environments.md', import.meta.url), 'utf8');

const callerNames = {
  apiKey: 'API key',
  dashboard: 'dashboard',
  sessionToken: 'session token',
  storeSlug: 'store slug',
};

test('the documentation lists every action once, with its scope, key scope and callers', () => {
  const rows = page.matchAll(/^\| `([a-z-]+\/[a-z-]+)` +\| `(\w+)` +\| `?(\w+)`? +\| ([\w, ]+?) +\|/gm);
  const line = (name = '', scope = '', keyScope = 'none', callers: readonly string[] = []) =>
    `${name}: ${scope}, ${keyScope}, ${callers.toSorted().join(', ')}`;
  const listed = Array.from(rows, ([, name, scope, keyScope, callers = '']) =>
    line(name, scope, keyScope, callers.split(', ')),
  );
  const declared = Array.from(actions, ([name, { scope, keyScope, callers }]) =>
    line(
      name,
      scope,
      keyScope,
      callers.map((caller) => callerNames[caller]),
    ),
  );
  expect(listed.toSorted()).toEqual(declared.toSorted());
});

test('only the endpoints that the contract opens to any key have the scope open', () => {
  const open = [...actions].flatMap(([name, { scope }]) => (scope === 'open' ? [name] : []));
  expect(open.toSorted()).toEqual([
    'onetime-product/publish-product',
    'store/delete-store',
    'store/update-store',
    'subscription-product-group/publish-group',
    'subscription-product/publish-product',
  ]);
});

const forKeys = [...actions].filter(([, { callers }]) => callers.includes('apiKey'));
const insufficient = { data: null, errors: [{ message: 'Insufficient permissions', layer: 'gateway' }] };

/** The documented example body, with the rows it needs created for the merchant. */
async function exampleOf(name: string) {
  const merchant = await newMerchant();
  const values: Readonly<Record<string, string>> = {
    storeId: merchant.storeId,
    ...(await arrangements[name]?.(merchant)),
  };
  return { merchant, body: fillIn(actions.get(name)?.docs.example ?? {}, (value) => values[value] ?? '') };
}

test.concurrent.each(forKeys.filter(([, { scope }]) => scope === 'open').map(([name]) => name))(
  '%s accepts a test key',
  async (name) => {
    const { merchant, body } = await exampleOf(name);
    expect((await merchant.call(name, body, { environment: 'test' })).status).toBe(200);
  },
);

test('rejects an ownership transfer with a test key', async () => {
  const { merchant, body } = await exampleOf('store-merchant/update-role');
  const handOver = { ...(body as object), role: 'owner' };
  const refused = await merchant.call('store-merchant/update-role', handOver, { environment: 'test' });
  expect([refused.status, refused.body]).toMatchObject([403, insufficient]);
  const { body: after } = await merchant.query(`{ store(id: "${merchant.storeId}") { id } }`);
  expect(after.data.store).toEqual({ id: merchant.storeId });
});

test('hides a prod webhook from a test key', async () => {
  const merchant = await newMerchant();
  const { id } = await newWebhook(merchant, { testMode: false });
  for (const name of ['webhook/pause', 'webhook/resume', 'webhook/send-test-event']) {
    const { status } = await merchant.call(name, { id, eventType: 'order.completed' });
    expect([name, status]).toEqual([name, 404]);
  }
});
