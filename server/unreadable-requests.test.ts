/** The address against which an unreadable request counts. */
import { connect } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type RunningServer, serve } from '#server/main.ts';

let server: RunningServer;

beforeAll(() => {
  const slowBucket = { RATE_LIMIT_API_KEY_PER_SECOND: '1', RATE_LIMIT_API_KEY_BURST: '40' };
  Object.assign(process.env, { DEMO: 'off', LOG_LEVEL: 'silent', RATE_LIMIT_COUNTERS: 'memory', ...slowBucket });
});
afterEach(() => server.close());

async function start(TRUST_PROXY: string): Promise<void> {
  Object.assign(process.env, { TRUST_PROXY });
  Object.assign(globalThis, { counterfoilRateLimits: undefined, counterfoilSettings: undefined });
  // Dual-stack: an IPv4 client's address arrives as ::ffff:127.0.0.1.
  server = await serve({ host: '::', port: 0, pages: false });
}

function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

const brokenBody = (headers: string) =>
  `POST /v1/none HTTP/1.1\r\nHost: localhost\r\n${headers}Transfer-Encoding: chunked\r\n\r\n?\r\n`;
const left = (answer: string) => Number(/^RateLimit: .*;r=(\d+);/m.exec(answer)?.[1]);
const callTimes = async (times: number, headers: Record<string, string> = {}) => {
  for (let time = 0; time < times; time += 1) await fetch(`http://127.0.0.1:${server.port}/v1/none`, { headers });
};

test('counts against the same address as the readable requests of its sender', async () => {
  await start('off');
  await callTimes(20);
  expect(left(await sendRaw('HELLO\r\n\r\n'))).toBeLessThan(30);
});

test('behind a trusted proxy a broken body counts against the address that the proxy names', async () => {
  await start('on');
  await callTimes(20, { 'X-Forwarded-For': '198.51.100.1' });
  expect(left(await sendRaw(brokenBody('X-Forwarded-For: 198.51.100.1\r\n')))).toBeLessThan(30);
  expect(left(await sendRaw(brokenBody('X-Forwarded-For: 198.51.100.2\r\n')))).toBeGreaterThan(30);
});

test('behind a trusted proxy, a request without readable headers counts against no address', async () => {
  await start('on');
  for (let time = 0; time < 45; time += 1) {
    const answer = await sendRaw('HELLO\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(left(answer)).toBeNaN();
  }
});
