/** Strict-Transport-Security: on every answer with an https APP_URL, otherwise on none. */
import { connect } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type RunningServer, serve } from '#server/main.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const paths = [
  '/v1/health',
  '/v1/health/live',
  '/v1/openapi.json',
  '/v1/graphql',
  '/v1/webhook-keys',
  '/v1/none',
  '/v1/actions/store/create-store',
  '/any-store/checkout/0e0b7f5c-0000-4000-8000-000000000000',
  '/any-store/portal',
  '/assets/none.js',
  '/%zz',
  '/sign-in',
  '/dashboard',
];
let server: RunningServer;

afterEach(async () => {
  await server.close();
  vi.unstubAllEnvs();
  Object.assign(globalThis, { counterfoilSettings: undefined });
});

async function start(appUrl: string): Promise<string> {
  vi.stubEnv('DATABASE_URL', databaseUrl);
  vi.stubEnv('APP_URL', appUrl);
  server = await serve({ host: '127.0.0.1', port: 0, pages: false });
  return `http://127.0.0.1:${server.port}`;
}

/** The head of the answer to malformed HTTP. */
const sendNonsense = (): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(server.port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

test('with an https APP_URL every answer sets it for a year, also to malformed requests', async () => {
  const url = await start('https://shop.example');
  for (const path of paths) {
    for (const method of ['GET', 'POST']) {
      const { headers } = await fetch(`${url}${path}`, { method, redirect: 'manual' });
      expect(headers.get('strict-transport-security'), `${method} ${path}`).toBe('max-age=31536000');
    }
  }
  expect(await sendNonsense()).toMatch(/^HTTP\/1\.1 400 .*^Strict-Transport-Security: max-age=31536000\r$/ms);
});

test('with an http APP_URL no answer sets it', async () => {
  const url = await start('http://shop.example');
  for (const path of paths) {
    const { headers } = await fetch(`${url}${path}`, { redirect: 'manual' });
    expect(headers.get('strict-transport-security'), path).toBe(null);
  }
  expect(await sendNonsense()).not.toContain('Strict-Transport');
});
