/**
 * Next bundles the same gateway and actions again. Endpoints are tested in depth at `node:http`; this test checks that
 * each exists behind Next and answers alike.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { actions } from '#server/actions/index.ts';
import { type Endpoint, endpoints, type PublicCallerKind } from '#server/docs/endpoints.ts';
import { bodyFor } from '#server/docs/examples.ts';
import { newMerchant, signedHeaders, type TestMerchant } from '#server/testing/api.ts';
import { arrangements, buyerIdentity } from '#server/testing/arrangements.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { nextUrl, nodeUrl } from '#server/testing/worker-servers.ts';

/** Calls an endpoint on a server as that caller. */
async function callAt(server: string, path: string, body: string, merchant: TestMerchant, caller: PublicCallerKind) {
  const headers = { 'Content-Type': 'application/json', ...(await credential(server, path, body, merchant, caller)) };
  const response = await fetch(`${server}${path}`, { method: 'POST', headers, body });
  return { status: response.status, text: await response.text() };
}

async function credential(
  server: string,
  path: string,
  body: string,
  merchant: TestMerchant,
  caller: PublicCallerKind,
): Promise<Record<string, string>> {
  switch (caller) {
    case 'apiKey': {
      const needsProd = actions.get(path.replace('/v1/actions/', ''))?.scope === 'shared';
      const key = merchant.keys[needsProd ? 'prod' : 'test'];
      return signedHeaders('POST', path, body, { merchantId: merchant.merchantId, key });
    }
    case 'storeSlug':
      return { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
    case 'sessionToken': {
      // Valid only at the server that issued it.
      const asked = JSON.stringify({ storeId: merchant.storeId, buyerIdentity });
      const { text } = await callAt(server, '/v1/actions/auth/issue-session-token', asked, merchant, 'apiKey');
      return { Authorization: `Bearer ${JSON.parse(text).data.token}`, 'X-Environment': 'test' };
    }
  }
}

/** The endpoint's example as that caller sends it, with the rows it needs created for the merchant. */
async function exampleFor(endpoint: Endpoint, caller: PublicCallerKind, merchant: TestMerchant): Promise<object> {
  const arranged = await arrangements[endpoint.name]?.(merchant);
  const values: Record<string, string> = { storeId: merchant.storeId, ...arranged };
  const example = bodyFor(endpoint, caller, (name) => values[name] ?? '');
  // The example's address is shared by all tests, and gets one email a minute.
  return 'email' in example ? { ...example, email: `${randomUUID()}@example.com` } : example;
}

const calls = endpoints().flatMap((endpoint) =>
  endpoint.callers.map((caller) => [endpoint.name, caller, endpoint] as const),
);

test.each(calls)('%s by %s is answered, and rejects an invalid body like node:http', async (_, caller, endpoint) => {
  const merchant = await newMerchant();
  const call = (server: string, body: string) => callAt(server, endpoint.path, body, merchant, caller);
  const invalid = '{"id":7,"storeId":7,"orderId":7,"metadata":[]}';
  const rejected = await call(nodeUrl, invalid);
  expect(rejected.status).toBeGreaterThanOrEqual(400);
  expect(await call(nextUrl, invalid)).toEqual(rejected);
  const { status, text } = await call(nextUrl, JSON.stringify(await exampleFor(endpoint, caller, merchant)));
  expect([status, text]).toEqual([endpoint.isImplemented ? 200 : 501, expect.any(String)]);
  expectDocumented('POST', endpoint.path, status, JSON.parse(text));
});
