import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logOptions } from './log.ts';

test('headers, bodies and secrets are left out of a line, wherever in it they stand', () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const telling = { headers: { authorization: 'Bearer xyzzy' }, body: '{"buyerEmail":"xyzzy"}', token: 'xyzzy' };
  const log = pino(logOptions, stream);
  log.warn({ ...telling, requestId: 'r-1' }, 'at the top');
  log.warn({ call: telling, status: 500 }, 'inside');
  log.warn({ call: { sent: telling } }, 'further inside');
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain('xyzzy');
  expect(lines[0]).toContain('"requestId":"r-1"');
  expect(lines[1]).toContain('"status":500');
});
