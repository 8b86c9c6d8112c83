/** Limits per client address on buffered body bytes and open connections, over raw sockets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, serve } from '#server/main.ts';
import { readSettings } from '#server/platform/settings.ts';

const MiB = 1024 * 1024;
const shared = globalThis as typeof globalThis & {
  counterfoilSettings?: unknown;
  counterfoilRateLimits?: unknown;
  counterfoilBodies?: Map<string, number>;
};
let before: unknown[];
let server: RunningServer | undefined;
const sockets: Socket[] = [];

beforeEach(() => {
  before = [shared.counterfoilSettings, shared.counterfoilRateLimits];
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  [shared.counterfoilSettings, shared.counterfoilRateLimits] = before;
});

async function startWith(environment: Record<string, string>): Promise<void> {
  const settings = readSettings({ LOG_LEVEL: 'silent', ...environment }, { serving: true });
  Object.assign(shared, { counterfoilSettings: settings, counterfoilRateLimits: undefined });
  server = await serve({ host: '127.0.0.1', port: 0, pages: false });
}

async function open(): Promise<Socket> {
  const socket = connect({ port: server?.port ?? 0, host: '127.0.0.1' });
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** What the server sends until `until` or the end of the connection. */
function readUntil(socket: Socket, until = '"errors"'): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (part) => {
      text += part;
      if (text.includes(until)) resolve(text);
    });
    socket.on('close', () => resolve(text));
  });
}

const signing = 'X-Merchant-Id: MER_x\r\nX-Timestamp: 1\r\nX-Signature: eA==\r\n';
const head = (length: number, more = '') =>
  `POST /v1/actions/store/create-store HTTP/1.1\r\nHost: localhost\r\n${more}Content-Length: ${length}\r\n\r\n`;
const heldBytes = () => [...(shared.counterfoilBodies ?? [])].reduce((sum, [, bytes]) => sum + bytes, 0);

test('refuses a body by its headers, before any of it is sent', async () => {
  await startWith({});
  const unsigned = await open();
  unsigned.write(head(64 * 1024 + 1));
  expect(await readUntil(unsigned)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Request body exceeds 64 KiB/);
  const signed = await open();
  signed.write(head(MiB + 1, signing));
  expect(await readUntil(signed)).toMatch(/^HTTP\/1\.1 400 [\s\S]*Request body exceeds 1 MiB/);
});

test('bounds the bytes that stalled bodies of one address hold, and answers the rest with 429', async () => {
  await startWith({ BODY_BYTES_PER_ADDRESS: String(4 * MiB) });
  const answers: string[] = [];
  const almost = Buffer.alloc(MiB - 10, ' ');
  for (let number = 0; number < 20; number += 1) {
    const socket = await open();
    void readUntil(socket).then((text) => answers.push(text));
    socket.write(head(MiB, signing));
    socket.write(almost);
  }
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(16);
  expect(heldBytes()).toBeLessThanOrEqual(4 * MiB);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 429 /);
    expect(answer).toMatch(/^Retry-After: \d+\r$/m);
    expect(answer).toContain('Too many requests');
  }
  for (const socket of sockets) socket.destroy();
  await expect.poll(heldBytes).toBe(0);
});

test('answers and closes a connection over the limit, and serves the next one after another has closed', async () => {
  await startWith({ CONNECTIONS_PER_ADDRESS: '3' });
  const first = await Promise.all([open(), open(), open()]);
  const refused = await open();
  refused.write('GET /v1/none HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answer = await readUntil(refused);
  expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(answer).toMatch(/^Retry-After: 1\r$/m);
  expect(answer).toMatch(/^Connection: close\r$/m);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({
    data: null,
    errors: [{ message: 'Too many connections', layer: 'gateway' }],
  });
  for (const socket of [refused, first[0]]) socket?.destroy();
  await expect
    .poll(async () => {
      const next = await open();
      next.write('GET /v1/none HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
      return await readUntil(next);
    })
    .toMatch(/^HTTP\/1\.1 404 /);
});

test('does not bound a trusted proxy’s connections, and counts bytes per client behind it', async () => {
  await startWith({ CONNECTIONS_PER_ADDRESS: '3', TRUST_PROXY: 'loopback', BODY_BYTES_PER_ADDRESS: String(MiB) });
  const body = Buffer.alloc(MiB - 10, ' ');
  const from = (address: string) => `${signing}X-Forwarded-For: 1.2.3.4, ${address}\r\n`;
  const [holder, same, other] = [await open(), await open(), await open()];
  for (let more = 0; more < 5; more += 1) await open();
  holder.write(head(MiB, from('203.0.113.1')));
  holder.write(body);
  await expect.poll(heldBytes).toBe(body.length);
  same.write(head(MiB, from('203.0.113.1')));
  same.write(body);
  expect(await readUntil(same)).toMatch(/^HTTP\/1\.1 429 /);
  other.write(head(MiB, from('203.0.113.2')));
  other.write(body);
  await expect.poll(heldBytes).toBe(2 * body.length);
  expect([...(shared.counterfoilBodies?.keys() ?? [])]).toEqual(['203.0.113.1', '203.0.113.2']);
});
