/** A key's networks behind a trusted proxy, and its last use over a restart. */
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { apiKeys } from '#db/schema/index.ts';
import { db, newMerchant, signedHeaders } from '#server/testing/api.ts';
import { newKey, storedKey } from '#server/testing/keys.ts';
import { startApiServer } from '#server/testing/test-servers.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const path = '/v1/actions/verification/scan-prompt';
const body = JSON.stringify({ prompt: 'A red kettle' });

async function startBehindProxy() {
  const settings = { TRUST_PROXY: 'loopback' };
  const server = await startApiServer(databaseUrl, { pages: false, worker: false, settings });
  onTestFinished(server.close);
  return server;
}

/** Returns the status of calls with a new key, by what the proxy reports. */
async function newLimitedKey(networks: readonly string[] | null) {
  const { merchantId, id: ownerId } = await newMerchant();
  const { id, key } = await newKey({ id: ownerId }, { networks });
  return {
    id,
    async statusFrom(server: { url: string }, forwardedFor?: string): Promise<number> {
      const signed = signedHeaders('POST', path, body, { merchantId, key });
      const forwarded = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor };
      const headers = { 'Content-Type': 'application/json', ...signed, ...forwarded };
      return (await fetch(`${server.url}${path}`, { method: 'POST', body, headers })).status;
    },
  };
}

test('the address that the trusted proxy reports decides', async () => {
  const server = await startBehindProxy();
  const { id, statusFrom } = await newLimitedKey(['203.0.113.0/24', '2001:db8::/32']);
  expect(await statusFrom(server)).toBe(403);
  expect(await statusFrom(server, '198.51.100.1')).toBe(403);
  // The client itself sent the first entry.
  expect(await statusFrom(server, '203.0.113.7, 198.51.100.1')).toBe(403);
  expect(await storedKey(id)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
  expect(await statusFrom(server, '198.51.100.1, 203.0.113.7')).toBe(200);
  expect(await statusFrom(server, '[2001:db8::7]:4711')).toBe(200);
  expect(await statusFrom(server, '::ffff:203.0.113.7')).toBe(200);
});

test('the last use survives a restart, and is saved again after a minute', async () => {
  const { id, statusFrom } = await newLimitedKey(null);
  const first = await startBehindProxy();
  expect(await statusFrom(first, '203.0.113.7')).toBe(200);
  await expect.poll(async () => (await storedKey(id)).lastUsedAddress).toBe('203.0.113.7');
  await first.close();
  const second = await startBehindProxy();
  const { lastUsedAt } = await storedKey(id);
  expect(await statusFrom(second, '2001:db8::7')).toBe(200);
  expect(await storedKey(id)).toMatchObject({ lastUsedAt, lastUsedAddress: '203.0.113.7' });
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date(Date.now() - 60_000) })
    .where(eq(apiKeys.id, id));
  expect(await statusFrom(second, '2001:db8::7')).toBe(200);
  await expect.poll(async () => (await storedKey(id)).lastUsedAddress).toBe('2001:db8::7');
});
