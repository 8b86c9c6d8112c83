/** Writing the request log in this process, with a server's settings and singletons. */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { requestLog } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { Reply } from '#server/http/reply.ts';
import { serve } from '#server/main.ts';
import { db, newMerchant, signedHeaders } from '#server/testing/api.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { flushRequestLog, noteRequest } from './request-log.ts';

Object.assign(process.env, { DATABASE_URL: databaseUrl, APP_SECRET: 'x'.repeat(32) });
const rowsOf = (merchantId: string) => db.select().from(requestLog).where(eq(requestLog.merchantId, merchantId));

test('a call that the database rejects does not affect the others, of any merchant', async () => {
  const [merchant, other] = [await newMerchant(), await newMerchant()];
  const request = { method: 'POST', url: '/v1/graphql', headers: {}, body: Buffer.from('{}'), address: '' };
  const note = ({ id: merchantId }: { id: string }, durationMs: number) => {
    const reply = new Reply(newId());
    reply.caller = { kind: 'apiKey', merchantId, keyId: newId(), environment: 'test' };
    noteRequest(request, reply, new Date(), durationMs);
    return reply.requestId;
  };
  // More milliseconds than the column's integer holds.
  const [first, , last, others] = [note(merchant, 1), note(merchant, 3e9), note(merchant, 2), note(other, 4)];
  await flushRequestLog();
  expect((await rowsOf(merchant.id)).map(({ id }) => id).sort()).toEqual([first, last].sort());
  expect((await rowsOf(other.id)).map(({ id }) => id)).toEqual([others]);
});

test('writes the last calls before the server closes', async () => {
  const server = await serve({ host: '127.0.0.1', port: 0, pages: false });
  const merchant = await newMerchant();
  const [path, body] = ['/v1/actions/store/create-store', '{"name":"Last words"}'];
  const headers = signedHeaders('POST', path, body, { merchantId: merchant.merchantId, key: merchant.keys.test });
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', body, headers });
  expect(response.status).toBe(200);
  await server.close();
  const rows = await rowsOf(merchant.id);
  expect(rows.map(({ id }) => id)).toEqual([response.headers.get('x-request-id')]);
});
