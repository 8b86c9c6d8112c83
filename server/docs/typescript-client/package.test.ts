/** The packed TypeScript client, as an integrator installs it: its files, its types, its README and other runtimes. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#clients/typescript/src/index.ts';
import { openDatabase } from '#db/client.ts';
import { freePort } from '#db/free-port.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { insertTestMerchant } from '#server/testing/api.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { installedNodes } from '#server/testing/installed-nodes.ts';
import { startApiServer, type TestServer } from '#server/testing/test-servers.ts';
import { endpoints } from '../endpoints.ts';
import { bodyFor } from '../examples.ts';
import { sampleValue } from '../placeholders.ts';
import { responseExample } from '../response-examples.ts';
import { camelCase, pascalCase } from './type-text.ts';

const run = promisify(execFile);
const source = join(projectRoot, 'clients/typescript');
const bin = join(projectRoot, 'node_modules/.bin');
const env = { ...process.env, PATH: [bin, process.env.PATH].join(delimiter) };
const readme = readFileSync(join(source, 'README.md'), 'utf8');
const programs = [...readme.matchAll(/^```js\n(import .*?)^```$/gms)].map(([, code = '']) => code);
const [firstSession = '', webhooks = ''] = programs;

/** A folder in which the tarball is installed. */
let folder = '';
let packed: readonly string[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-client-'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source, env });
  const [{ filename = '', files = [] } = {}] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  packed = files.map(({ path }: { path: string }) => path);
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await run('npm', ['install', '--offline', '--ignore-scripts', `./${filename}`], { cwd: folder, env });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the package has the build, a README, a license and no dependencies', async () => {
  const modules = globSync('src/**/*.ts', { cwd: source }).filter((file) => !file.endsWith('.test.ts'));
  const built = modules.flatMap((file) =>
    ['.js', '.d.ts'].map((ending) => file.replace(/^src/, 'dist').replace(/\.ts$/, ending)),
  );
  expect([...packed].sort()).toEqual(['LICENSE', 'README.md', 'package.json', ...built].sort());
  const { dependencies, peerDependencies, license, name } = JSON.parse(
    await readFile(join(folder, 'node_modules/@counterfoil/client/package.json'), 'utf8'),
  );
  expect({ dependencies, peerDependencies, license, name }).toEqual({ license: 'MIT', name: '@counterfoil/client' });
});

describe('its types', () => {
  /** Compiles files beside the installed package. Resolves with the compiler's messages. */
  async function compile(files: Readonly<Record<string, string>>, options: object): Promise<string> {
    const cwd = await mkdtemp(join(folder, 'types-'));
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
    const compilerOptions = { strict: true, noEmit: true, target: 'ES2022', types: [], ...options };
    await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
    return await run('tsc', ['-p', '.'], { cwd, env }).then(
      () => '',
      ({ stdout }) => stdout,
    );
  }

  test.each([
    ['NodeNext', { module: 'NodeNext', lib: ['ES2022', 'DOM'] }],
    ['a bundler', { module: 'ESNext', moduleResolution: 'bundler', lib: ['ES2022', 'DOM', 'DOM.Iterable'] }],
    ['Node.js without the DOM', { module: 'NodeNext', lib: ['ES2022'], types: ['node'] }],
    ['exact optional properties', { module: 'NodeNext', lib: ['ES2022', 'DOM'], exactOptionalPropertyTypes: true }],
  ])('infer and refuse as expected with %s', async (_, options) => {
    await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
    const types = join(folder, 'node_modules/@types/node');
    await symlink(join(projectRoot, 'node_modules/@types/node'), types).catch(() => {});
    await symlink(join(projectRoot, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types')).catch(
      () => {},
    );
    const text = await readFile(join(source, 'tests/types.ts'), 'utf8');
    expect(await compile({ 'types.ts': text.replace('../src/index.ts', '@counterfoil/client') }, options)).toBe('');
  });

  test('agree with the example call of every action and with its recorded response', async () => {
    const calls = endpoints()
      .filter(({ isImplemented }) => isImplemented)
      .flatMap((endpoint) => {
        const { name, resource, verb, callers } = endpoint;
        const own = callers.map((caller) => {
          const body = JSON.stringify(bodyFor(endpoint, caller, sampleValue));
          return `await ${caller}.${camelCase(resource)}.${camelCase(verb)}(${body});`;
        });
        const { data } = responseExample(name, 'https://example.com') as { data: unknown };
        const type = `${pascalCase(resource)}${pascalCase(verb)}Response`;
        return [...own, `({ ${JSON.stringify(type)}: ${JSON.stringify(data)} }) satisfies { ${type}: api.${type} };`];
      });
    const head = `import * as api from '@counterfoil/client';
declare const apiKey: api.ApiKeyClient;
declare const storeSlug: api.StoreSlugClient;
declare const sessionToken: api.SessionTokenClient;
`;
    expect(calls.length).toBeGreaterThan(100);
    const options = { module: 'NodeNext', lib: ['ES2022', 'DOM'] };
    expect(await compile({ 'calls.ts': head + calls.join('\n') }, options)).toBe('');
  });
});

describe('with a running server and its worker', () => {
  let server: TestServer;
  let close: () => Promise<void>;
  let merchant: Awaited<ReturnType<typeof insertTestMerchant>>;
  let client: ReturnType<typeof clientOf>;
  const started: ChildProcess[] = [];
  const clientOf = (privateKey: string) =>
    createClient({ baseUrl: server.url, merchantId: merchant.merchantId, privateKey });

  beforeAll(async () => {
    const database = await newDatabase();
    const opened = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
    merchant = await insertTestMerchant(opened.db);
    const settings = { WEBHOOK_PRIVATE_ADDRESSES: 'on' };
    server = await startApiServer(database.url, { pages: false, worker: true, settings });
    const pem = merchant.keys.test.export({ type: 'pkcs8', format: 'pem' }).toString();
    client = clientOf(pem);
    await writeFile(join(folder, 'counterfoil-test.pem'), pem);
    await writeFile(join(folder, 'first-session.mjs'), firstSession);
    await writeFile(join(folder, 'webhooks.mjs'), webhooks);
    close = async () => {
      await server.close();
      await opened.close();
      await database.close();
    };
  });
  afterAll(async () => {
    for (const child of started) child.kill();
    await close();
  });

  const settingsOf = (more = {}) => ({
    ...process.env,
    COUNTERFOIL_URL: server.url,
    COUNTERFOIL_MERCHANT_ID: merchant.merchantId,
    COUNTERFOIL_STORE_ID: merchant.storeId,
    ...more,
  });

  test.each(installedNodes)('the quick start of the README prints a checkout link with %s', async (node) => {
    const { stdout } = await run(node, ['first-session.mjs'], { cwd: folder, env: settingsOf() });
    expect(stdout).toMatch(/^http\S+\/checkout\/[0-9a-f-]{36}\n$/);
  });

  test.each(installedNodes)(
    'the webhook handler of the README accepts an event that the server delivers, with %s',
    async (node) => {
      const port = await freePort();
      const child = spawn(node, ['webhooks.mjs'], { cwd: folder, env: settingsOf({ PORT: String(port) }) });
      started.push(child);
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => {
        printed += String(chunk);
      });
      const url = `http://127.0.0.1:${port}/`;
      const refused = () =>
        fetch(url, { method: 'POST', body: '{}' }).then(
          ({ status }) => status,
          () => 0,
        );
      await expect.poll(refused).toBe(400);
      const { webhook } = await client.store.addWebhook({
        storeId: merchant.storeId,
        channel: 'http',
        url,
        events: ['order.completed'],
        testMode: true,
      });
      const { delivery } = await client.webhook.sendTestEvent({ id: webhook.id, eventType: 'order.completed' });
      const statusOf = async () => {
        const { webhookDeliveries } = await client.graphql({
          webhookDeliveries: { $: { filter: { id: { eq: delivery.id } } }, status: true },
        });
        return webhookDeliveries;
      };
      await expect.poll(statusOf).toEqual([{ status: 'success' }]);
      await expect.poll(() => printed).toBe('ORD_02SAMPLEsampleSAMPLE01 paid 21.42\n');
      await client.store.removeWebhook({ id: webhook.id });
    },
  );

  test('it runs with nothing but the globals of the web', async () => {
    const bundle = await build({
      stdin: { contents: "export * from '@counterfoil/client';", resolveDir: folder },
      bundle: true,
      platform: 'neutral',
      format: 'iife',
      globalName: 'counterfoil',
      write: false,
    });
    const code = bundle.outputFiles[0]?.text ?? '';
    expect(code).not.toMatch(/\brequire\(|node:/);
    const web = {
      fetch,
      crypto,
      URL,
      TextEncoder,
      TextDecoder,
      AbortController,
      AbortSignal,
      setTimeout,
      clearTimeout,
    };
    const context = createContext({ ...web, atob, btoa });
    runInContext(code, context);
    const options = {
      baseUrl: server.url,
      merchantId: merchant.merchantId,
      privateKey: merchant.keys.test.export({ type: 'pkcs1', format: 'pem' }).toString(),
    };
    const read = `counterfoil.createClient(${JSON.stringify(options)}).graphql({ stores: { id: true } })`;
    expect(await runInContext(`${read}.then(JSON.stringify)`, context)).toBe(
      JSON.stringify({ stores: [{ id: merchant.storeId }] }),
    );
    const keys = `counterfoil.webhookKeys({ baseUrl: '${server.url}', environment: 'test' })`;
    const forged = `{ headers: { 'x-webhook-signature': 't=1,v1=AAAA', 'x-webhook-key-id': 'x' }, body: '{}' }`;
    const verified = `counterfoil.verifyWebhook(${forged}, { publicKeys: ${keys}, storeId: 'x' }).catch(({ code }) => code)`;
    expect(await runInContext(verified, context)).toBe('unknown_key');
  });
});
