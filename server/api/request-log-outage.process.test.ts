import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '#db/free-port.ts';
import { newId } from '#server/domain/ids.ts';
import { Reply } from '#server/http/reply.ts';
import { cpuMsOf } from '#server/testing/cpu-time.ts';
import { handleRequest } from './handle.ts';
import { flushRequestLog, noteRequest } from './request-log.ts';

const [warn, error, debug] = [vi.fn(), vi.fn(), vi.fn()];
Object.assign(globalThis, { counterfoilLog: { warn, error, debug } });
afterAll(() => Object.assign(globalThis, { counterfoilLog: undefined }));

test('logs nothing of the body or headers of a call that fails during an outage', async () => {
  const closedPort = await freePort();
  const settings = { DATABASE_URL: `postgres://127.0.0.1:${closedPort}/none`, APP_SECRET: 'x'.repeat(32) };
  Object.assign(process.env, settings, { RATE_LIMIT_COUNTERS: 'memory' });
  const signing = { 'x-merchant-id': newId(), 'x-timestamp': '1790000000', 'x-signature': 'xyzzy', cookie: 'xyzzy' };
  const body = Buffer.from('{"name":"xyzzy"}');
  const url = '/v1/actions/store/create-store?key=xyzzy';
  const answer = await handleRequest({ method: 'POST', url, headers: signing, body, address: '192.0.2.1' });
  expect([answer.status, JSON.parse(String(answer.body)).errors[0].message]).toEqual([
    503,
    'Service temporarily unavailable',
  ]);
  expect(error).toHaveBeenCalledTimes(1);
  expect(debug).toHaveBeenCalledTimes(1);
  expect(JSON.stringify([error.mock.calls, debug.mock.calls])).not.toContain('xyzzy');
});

test('drops calls during an outage, with one warning that repeats nothing of them', async () => {
  const request = {
    method: 'POST',
    url: '/v1/graphql',
    headers: {},
    body: Buffer.from('{"query":"xyzzy"}'),
    address: '',
  };
  const reply = new Reply(newId());
  reply.caller = { kind: 'apiKey', merchantId: newId(), keyId: newId(), environment: 'test' };
  const cpuMs = cpuMsOf(() => {
    for (let count = 0; count < 20_000; count += 1) noteRequest(request, reply, new Date(), 1);
  });
  expect(cpuMs).toBeLessThan(2000);
  await flushRequestLog();
  await flushRequestLog();
  expect(warn).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(warn.mock.calls)).not.toContain('xyzzy');
});
