/** Public files and `/.well-known/`, behind both servers. Needs a build. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '#db/project-root.ts';
import { ensureBuild } from '#server/cli/build.ts';
import { startApiServer, startNextServer, type TestServer } from '#server/testing/test-servers.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const settings = {
  APP_URL: 'https://pay.example.com',
  EMAIL_FROM: 'Example <billing@example.com>',
  APPLE_PAY_DOMAIN_ASSOCIATION: '7B2276657273696F6E223A317D',
};

const servers = {
  'node:http': () => startApiServer(databaseUrl, { pages: true, worker: false, settings }),
  Next: () => startNextServer(databaseUrl, settings),
};

beforeAll(() => ensureBuild(() => console.error('Building …')), 240_000);

describe.each(Object.entries(servers))('behind %s', (_, start) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.close());

  const get = (path: string) => fetch(`${server.url}${path}`, { redirect: 'manual' });

  test.each([
    ['/favicon.ico', /^image\/(x-icon|vnd\.microsoft\.icon)/],
    ['/icon.svg', /^image\/svg\+xml/],
    ['/icon-192.png', /^image\/png/],
    ['/icon-512.png', /^image\/png/],
    ['/apple-touch-icon.png', /^image\/png/],
    ['/robots.txt', /^text\/plain/],
    ['/manifest.webmanifest', /^application\/manifest\+json/],
  ])('serves %s', async (path, type) => {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get('content-type')).toMatch(type);
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  test('names icons in the manifest that exist', async () => {
    const manifest = (await (await get('/manifest.webmanifest')).json()) as { icons: { src: string }[] };
    const statuses = await Promise.all(manifest.icons.map(async ({ src }) => (await get(src)).status));
    expect(statuses).toEqual([200, 200, 200]);
  });

  test('serves security.txt with the contact of this installation', async () => {
    const response = await get('/.well-known/security.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = new Map(
      (await response.text())
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/) as [string, string]),
    );
    expect(fields.get('Contact')).toBe('mailto:security@example.com');
    expect(fields.get('Canonical')).toBe('https://pay.example.com/.well-known/security.txt');
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(170);
    expect(days).toBeLessThan(365);
  });

  test('serves the domain association of Apple Pay from the setting', async () => {
    const response = await get('/.well-known/apple-developer-merchantid-domain-association');
    expect([response.status, await response.text()]).toEqual([200, settings.APPLE_PAY_DOMAIN_ASSOCIATION]);
  });

  test('answers 404 for other well-known files', async () => {
    expect((await get('/.well-known/change-password')).status).toBe(404);
  });
});

describe.each(Object.entries(servers))('behind %s, with a file of the operator in public/.well-known', (_, start) => {
  const folder = join(projectRoot, 'public/.well-known');
  const file = 'apple-developer-merchantid-domain-association';
  let server: TestServer;
  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, file), 'placed by the operator');
    server = await start();
  });
  afterAll(async () => {
    await server?.close();
    await rm(folder, { recursive: true });
  });

  test('serves the file instead of the setting', async () => {
    const response = await fetch(`${server.url}/.well-known/${file}`);
    expect([response.status, await response.text()]).toEqual([200, 'placed by the operator']);
  });

  test('still serves security.txt', async () => {
    expect((await fetch(`${server.url}/.well-known/security.txt`)).status).toBe(200);
  });
});
