import { expect, test } from 'vitest';
import { newMember, newMerchant, newProduct, type TestMerchant } from '#server/testing/api.ts';

interface LoggedCall {
  readonly id: string;
  readonly path: string;
  readonly status: number;
  readonly error: string | null;
}

const pathOf = ({ storeId }: TestMerchant, query = '') => `/v1/requests?storeId=${storeId}${query}`;

/** The log is written half a second after the calls. */
async function callsOf(merchant: TestMerchant, count: number, query = ''): Promise<LoggedCall[]> {
  const read = async (): Promise<LoggedCall[]> => (await merchant.read(pathOf(merchant, query))).body.data.requests;
  await expect.poll(async () => (await read()).length).toBe(count);
  return await read();
}

test('lists the calls of the store, newest first, without bodies; leaves out the reads themselves', async () => {
  const merchant = await newMerchant();
  await newProduct(merchant);
  await merchant.call('onetime-product/update-status', { id: 'PROD_1', status: 'active', storeId: merchant.storeId });
  await merchant.read(`/v1/events?storeId=${merchant.storeId}`);
  await merchant.read(`/v1/events?storeId=${merchant.storeId}&after=x`);
  const calls = await callsOf(merchant, 3);
  expect(calls.map(({ path, status }) => `${status} ${path}`)).toEqual([
    '400 /v1/events',
    '400 /v1/actions/onetime-product/update-status',
    '200 /v1/actions/onetime-product/create-product',
  ]);
  expect(calls[1]).toMatchObject({ error: 'Expected format: PROD_xxx, got PROD_1' });
  expect(Object.keys(calls[0] ?? {}).toSorted()).toEqual([
    'callerKind',
    'createdAt',
    'durationMs',
    'environment',
    'error',
    'hint',
    'id',
    'method',
    'path',
    'replayed',
    'status',
  ]);
  const older = await callsOf(merchant, 1, `&before=${calls[1]?.id}`);
  expect(older).toEqual(calls.slice(2));
});

test('keeps environments and merchants apart', async () => {
  const merchant = await newMerchant();
  const member = await newMember(merchant, 'member');
  await newProduct(merchant);
  await merchant.query('{ stores { id } }');
  await callsOf(merchant, 2);
  expect((await merchant.read(pathOf(merchant), 'prod')).body.data.requests).toEqual([]);
  // Calls that concern no store are the owner's.
  expect((await member.read(pathOf(merchant))).body.data.requests).toMatchObject([
    { path: '/v1/actions/onetime-product/create-product' },
  ]);
  const stranger = await newMerchant();
  expect(await stranger.read(pathOf(merchant))).toMatchObject({ status: 404 });
});

test.each([
  ['before=1', 'Expected format: UUID, got 1'],
  ['limit=101', 'Invalid limit: must be a whole number from 1 to 100, got 101'],
])('rejects %s', async (query, message) => {
  const merchant = await newMerchant();
  const { status, body } = await merchant.read(pathOf(merchant, `&${query}`));
  expect([status, body.errors[0].message]).toEqual([400, message]);
});
