/** GraphQL in the dashboard: answers like a signed call, for signed-in merchants and same-origin pages only. */
import { expect, onTestFinished, test } from 'vitest';
import { database } from '#db/client.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import { settings } from '#server/platform/settings.ts';
import { signUp, startAccounts } from '#server/testing/account-browser.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';

const accounts = await startAccounts();
const handler = await import('./dashboard-handler.ts');

/** The headers of a browser with a new, signed-in account. */
const newVisitor = async () => (await signUp(accounts)).browser.dashboardHeaders;

type Headers = Readonly<Record<string, string | undefined>>;

const requestOf = (headers: Headers, body: unknown): GatewayRequest => ({
  method: 'POST',
  url: '/dashboard/api/graphql',
  headers,
  body: body instanceof ApiError ? body : Buffer.from(JSON.stringify(body)),
  address: '203.0.113.9',
});

async function ask(headers: Headers, body: unknown) {
  const { status, body: text } = await handler.handleDashboardGraphql(requestOf(headers, body));
  return {
    status,
    ...(JSON.parse(String(text)) as { data: Record<string, unknown> | null; errors?: { message: string }[] }),
  };
}

async function openStore(headers: Headers, name: string): Promise<string> {
  const { body } = await handler.handleDashboardAction('store/create-store', requestOf(headers, { name }));
  return (JSON.parse(String(body)) as { data: { store: { id: string } } }).data.store.id;
}

const stores = { query: '{ stores { id name } merchant { name } }' };

test('each merchant sees their own stores in the requested environment', async () => {
  const [ana, eve] = [await newVisitor(), await newVisitor()];
  const [ownStore, other] = [await openStore(ana, 'Harbour Light'), await openStore(eve, 'Night Market')];
  const product = { storeId: ownStore, name: 'Field notes', prices: { USD: { amount: '29.00' } } };
  await handler.handleDashboardAction('onetime-product/create-product', requestOf(ana, product));

  const visible = { stores: [{ id: ownStore, name: 'Harbour Light' }], merchant: { name: 'Ana' } };
  expect(await ask(ana, stores)).toEqual({ status: 200, data: visible });
  expect((await ask(eve, stores)).data?.stores).toEqual([{ id: other, name: 'Night Market' }]);
  const products = { query: `{ onetimeProducts(storeId: "${ownStore}") { name status } }` };
  expect((await ask(ana, products)).data).toEqual({ onetimeProducts: [{ name: 'Field notes', status: 'active' }] });
  expect((await ask({ ...ana, 'x-environment': 'prod' }, products)).data).toEqual({ onetimeProducts: [] });
  expect((await ask(eve, products)).data).toEqual({ onetimeProducts: [] });
});

test('rejects signed-out callers, other origins and mutations', async () => {
  const visitor = await newVisitor();
  const refusal = async (headers: Headers, body: unknown = stores) => {
    const { status, data, errors } = await ask(headers, body);
    expect(data).toBeNull();
    return [status, errors?.[0]?.message];
  };
  expect(await refusal({ ...visitor, cookie: '' })).toEqual([401, 'Invalid or expired token']);
  expect(await refusal({ ...visitor, origin: 'https://elsewhere.example' })).toEqual([403, 'Insufficient permissions']);
  expect(await refusal({ ...visitor, origin: undefined })).toEqual([403, 'Insufficient permissions']);
  const header = 'Missing or invalid header: x-context-environment';
  expect(await refusal({ ...visitor, 'x-environment': undefined })).toEqual([400, header]);
  expect(await refusal({ ...visitor, 'x-environment': 'live' })).toEqual([400, header]);
  expect(await refusal(visitor, { query: 'mutation { x }' })).toEqual([403, 'Only queries are allowed']);
  expect((await refusal(visitor, errors.bodyTooLarge(65_536)))[0]).toBe(400);
});

test('reads what a browser has just changed from the primary, and other browsers’ lists from the replica', async () => {
  const replica = await newDatabase();
  onTestFinished(async () => {
    await database(settings()).close();
    await replica.close();
  });
  process.env.DATABASE_READ_URL = replica.url;
  Object.assign(globalThis, { counterfoilSettings: undefined, counterfoilReader: undefined });
  const visitor = await newVisitor();
  const created = await handler.handleDashboardAction('store/create-store', requestOf(visitor, { name: 'Lagging' }));
  expect(created.headers['Set-Cookie']).toBe(
    'counterfoil_wrote=1; Path=/dashboard; Max-Age=11; HttpOnly; SameSite=Lax',
  );
  const names = async (headers: Headers) => (await ask(headers, { query: '{ stores { name } }' })).data?.stores;
  await expect.poll(() => names(visitor)).toEqual([]);
  expect(await names({ ...visitor, cookie: `${visitor.cookie}; counterfoil_wrote=1` })).toEqual([{ name: 'Lagging' }]);
});
