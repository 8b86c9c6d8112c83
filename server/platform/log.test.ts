import { Writable } from 'node:stream';
import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { describeFailure, logOptions } from './log.ts';

test('leaves out headers, bodies and secrets at any depth', () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const sensitive = { headers: { authorization: 'Bearer xyzzy' }, body: '{"buyerEmail":"xyzzy"}', token: 'xyzzy' };
  const log = pino(logOptions, stream);
  log.warn({ ...sensitive, requestId: 'r-1' }, 'at the top');
  log.warn({ call: sensitive, status: 500 }, 'inside');
  log.warn({ call: { sent: sensitive } }, 'further inside');
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain('xyzzy');
  expect(lines[0]).toContain('"requestId":"r-1"');
  expect(lines[1]).toContain('"status":500');
});

test('logs a failure’s type and stack, not the values of the failed statement', () => {
  const cause = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  const failed = new DrizzleQueryError('select 1 where lower(email) = $1', ['xyzzy@example.com'], cause);
  const described = describeFailure(failed);
  expect(described).toMatchObject({ error: 'Error', code: '55P03', reason: 'canceling statement due to lock timeout' });
  expect(JSON.stringify(described)).not.toContain('xyzzy');
  expect(describeFailure('xyzzy')).toEqual({ error: 'string' });
});
