import { once } from 'node:events';
import { request, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { refuseUnreadable } from '#server/api/unreadable.ts';
import { type RunningServer, serve } from '#server/main.ts';

let server: RunningServer;
let url: string;

beforeAll(async () => {
  Object.assign(process.env, { DEMO: 'off', LOG_LEVEL: 'silent' });
  server = await serve({ host: '127.0.0.1', port: 0, pages: false });
  url = `http://127.0.0.1:${server.port}`;
});

afterAll(() => server.close());

/** Sent in chunks, without its length. */
function sendUnannounced(bytes: number): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/v1/none`, { method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, text }));
    });
    sending.on('error', reject);
    for (let sent = 0; sent < bytes; sent += 50_000) sending.write(Buffer.alloc(50_000));
    sending.end();
  });
}

test('answers a call of the API', async () => {
  const response = await fetch(`${url}/v1/none?a=b`);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ data: null });
});

test('answers HEAD with the same head and no body', async () => {
  const [getResponse, headed] = await Promise.all([
    fetch(`${url}/v1/none`),
    fetch(`${url}/v1/none`, { method: 'HEAD' }),
  ]);
  expect(headed.status).toBe(getResponse.status);
  expect(headed.headers.get('content-length')).toBe(getResponse.headers.get('content-length'));
  expect(await headed.text()).toBe('');
});

test('lets the sender of a much too long body read the response', async () => {
  const response = await fetch(`${url}/v1/none`, { method: 'POST', body: new Uint8Array(20_000_000) });
  expect(response.status).toBe(404);
  expect(await sendUnannounced(5_000_000)).toMatchObject({ status: 404 });
});

/** The response to these bytes on a separate connection, until the server closes it. */
function sendRaw(...parts: string[]): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
    });
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

describe('answers unreadable requests in the envelope', () => {
  const head = 'Host: localhost\r\n';
  test.each([
    ['a line that is too long', [`GET /v1/${'x'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`], 431],
    ['one that comes in several parts', [`GET /v1/${'x'.repeat(99_000)}`, `${'x'.repeat(99_000)} HTTP/1.1\r\n`], 431],
    ['headers that are too long', [`GET /v1/none HTTP/1.1\r\n${head}X-Long: ${'x'.repeat(20_000)}\r\n\r\n`], 431],
    ['what is no HTTP', ['HELLO\r\n\r\n'], 400],
    ['a body that is none', [`POST /v1/none HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n?\r\n`], 400],
  ])('%s', async (_, parts, status) => {
    const [answered = '', body = ''] = (await sendRaw(...parts)).split('\r\n\r\n');
    expect(answered).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answered).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/m);
    expect(answered).toMatch(/^RateLimit: /m);
    expect(answered).toContain('Content-Type: application/json; charset=utf-8');
    expect(answered).toContain('Connection: close');
    const message = status === 431 ? 'Request line and headers exceed 16 KiB' : 'Request is not valid HTTP';
    expect(JSON.parse(body)).toMatchObject({ data: null, errors: [{ message, layer: 'gateway' }] });
  });

  test('answers 408 to a request that takes too long to arrive', async () => {
    const { status, headers, body } = await refuseUnreadable('ERR_HTTP_REQUEST_TIMEOUT', '127.0.0.1');
    expect([status, headers['X-Request-Id']]).toEqual([408, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const errors = [{ message: 'Request took too long to arrive', layer: 'gateway', code: 'request_too_slow' }];
    expect(JSON.parse(String(body))).toEqual({ data: null, errors });
  });

  test.each([
    ['body', `POST /v1/none HTTP/1.1\r\n${head}Content-Length: 4\r\n\r\nab`, 'cd'],
    ['head', `GET /v1/none HTTP/1.1\r\n${head}`, '\r\n'],
  ])('processes nothing of a %s that continues after its refusal, nor of later requests', async (_, begun, rest) => {
    const impatient = await serve({ host: '127.0.0.1', port: 0, pages: false, requestTimeoutMs: 200 });
    const answers = vi.spyOn(ServerResponse.prototype, 'writeHead');
    try {
      const socket = connect({ port: impatient.port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write(begun);
      const [refusal] = await once(socket, 'data');
      expect(String(refusal)).toMatch(/^HTTP\/1\.1 408 /);
      socket.write(`${rest}GET /v1/none HTTP/1.1\r\n${head}\r\n`);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await (await fetch(`http://127.0.0.1:${impatient.port}/v1/none`)).text();
        expect(answers).toHaveBeenCalledTimes(attempt);
      }
      socket.destroy();
    } finally {
      answers.mockRestore();
      await impatient.close();
    }
  });

  test('does not replace the response to an earlier request', async () => {
    const text = await sendRaw(`GET /v1/none HTTP/1.1\r\n${head}\r\nHELLO\r\n\r\n`);
    expect(text.match(/^HTTP\/1\.1 .*$/gm)).toEqual(['HTTP/1.1 404 Not Found']);
    expect(text).toContain('Unknown path: /v1/none');
  });
});

test('leaves every other path to the pages', async () => {
  for (const path of ['/', '/v1x', '/V1/none']) expect(await (await fetch(url + path)).text()).toContain('no pages');
});

test('writes a line for each request, with the route in place of the path', async () => {
  const shared = globalThis as typeof globalThis & { counterfoilLog?: unknown };
  const [before, debug] = [shared.counterfoilLog, vi.fn()];
  shared.counterfoilLog = { debug };
  try {
    const answers = await Promise.all(['/v1/xyzzy', '/xyzzy?token=xyzzy'].map((path) => fetch(url + path)));
    await expect.poll(() => debug.mock.calls).toHaveLength(2);
    const lines = debug.mock.calls.map(([line]) => line);
    const requestId = answers[0]?.headers.get('x-request-id');
    const common = { method: 'GET', status: 404, durationMs: expect.any(Number) };
    expect(lines).toContainEqual({ ...common, requestId, route: '/v1/*' });
    expect(lines).toContainEqual({ ...common, route: '/*' });
  } finally {
    shared.counterfoilLog = before;
  }
});

test('opens its port last and closes it first', async () => {
  const another = await serve({ host: '127.0.0.1', port: 0, pages: false });
  await fetch(`http://127.0.0.1:${another.port}/v1/none`);
  await another.close();
  await expect(fetch(`http://127.0.0.1:${another.port}/v1/none`)).rejects.toThrow();
});

test('reports that its port is in use', async () => {
  await expect(serve({ host: '127.0.0.1', port: server.port, pages: false })).rejects.toThrow('EADDRINUSE');
});
