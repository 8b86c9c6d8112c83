import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, serve } from './main.ts';

let server: RunningServer;
let url: string;

beforeAll(async () => {
  Object.assign(process.env, { DEMO: 'off', LOG_LEVEL: 'silent' });
  server = await serve({ host: '127.0.0.1', port: 0, pages: false });
  url = `http://127.0.0.1:${server.port}`;
});

afterAll(() => server.close());

/** Sent in pieces, without saying how long it will be. */
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
  const [got, headed] = await Promise.all([fetch(`${url}/v1/none`), fetch(`${url}/v1/none`, { method: 'HEAD' })]);
  expect(headed.status).toBe(got.status);
  expect(headed.headers.get('content-length')).toBe(got.headers.get('content-length'));
  expect(await headed.text()).toBe('');
});

test('lets the sender of a body that is far too long read the answer', async () => {
  const response = await fetch(`${url}/v1/none`, { method: 'POST', body: new Uint8Array(20_000_000) });
  expect(response.status).toBe(404);
  expect(await sendUnannounced(5_000_000)).toMatchObject({ status: 404 });
});

test('leaves every other path to the pages', async () => {
  for (const path of ['/', '/v1x', '/V1/none']) expect(await (await fetch(url + path)).text()).toContain('no pages');
});

test('opens its port last and closes it first', async () => {
  const another = await serve({ host: '127.0.0.1', port: 0, pages: false });
  await fetch(`http://127.0.0.1:${another.port}/v1/none`);
  await another.close();
  await expect(fetch(`http://127.0.0.1:${another.port}/v1/none`)).rejects.toThrow();
});

test('says so when its port is taken', async () => {
  await expect(serve({ host: '127.0.0.1', port: server.port, pages: false })).rejects.toThrow('EADDRINUSE');
});
