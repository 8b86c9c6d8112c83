/** Runs each example as a shop: a visitor buys access in the browser and gets it by a verified webhook. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { freePort } from '#db/free-port.ts';
import { merchants, payments } from '#db/schema/index.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { fillIn, inGermany, payButton, validCard } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';
import { openStore } from './stores.ts';

test.use(inGermany);

const run = promisify(execFile);

interface Example {
  readonly name: 'express' | 'nextjs' | 'fastapi';
  /** The command in the example's folder. */
  readonly start: (port: number) => readonly [string, ...string[]];
  /** The reason why it cannot run on this machine. */
  readonly missing?: string | undefined;
}

const next = join(projectRoot, 'node_modules/next/dist/bin/next');
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import fastapi, uvicorn']).status === 0,
);
const examples: readonly Example[] = [
  { name: 'express', start: () => [process.execPath, 'shop.js'] },
  { name: 'nextjs', start: (port) => [process.execPath, next, 'dev', '--port', String(port)] },
  {
    name: 'fastapi',
    start: (port) => [python ?? '', '-m', 'uvicorn', 'shop:app', '--port', String(port)],
    missing: python ? undefined : 'Python with fastapi and uvicorn is not installed',
  },
];

const started: ChildProcess[] = [];
test.afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

/** Copies the example into `folder` and adds the client packages, as `npm install` would. */
async function install({ name }: Example, folder: string): Promise<void> {
  await cp(join(projectRoot, 'examples', name), folder, { recursive: true });
  const installed = join(folder, 'node_modules/@counterfoil/client');
  await mkdir(installed, { recursive: true });
  const source = join(projectRoot, 'clients/typescript');
  await cp(join(source, 'package.json'), join(installed, 'package.json'));
  const compiler = join(projectRoot, 'node_modules/.bin/tsc');
  await run(compiler, ['-p', join(source, 'tsconfig.json'), '--outDir', join(installed, 'dist')]);
  if (existsSync(join(folder, 'tsconfig.json'))) await run(compiler, ['--noEmit', '-p', folder]);
}

for (const example of examples) {
  test(`the ${example.name} example sells access and grants it by a webhook`, async ({
    page,
    database,
    baseURL,
  }, info) => {
    test.skip(example.missing !== undefined, example.missing);
    const store = await openStore(page, baseURL);
    const { productId } = await store.makeProduct({ name: 'Membership' });
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    await store.call('api-key/create-key', { environment: 'test', nickname: 'Shop', publicKey });
    const [merchant] = await database.select().from(merchants).where(eq(merchants.email, store.email));
    const port = await freePort();
    const shopUrl = `http://localhost:${port}`;
    const webhook = {
      channel: 'http',
      url: `${shopUrl}/webhooks`,
      events: ['order.completed', 'refund.succeeded'],
      testMode: true,
    };
    await store.call('store/add-webhook', { storeId: store.id, ...webhook });

    // Inside the project, where Next.js finds its packages.
    const folder = info.outputPath(example.name);
    await install(example, folder);
    await writeFile(join(folder, 'test-key.pem'), privateKey);
    const [program, ...args] = example.start(port);
    const env = {
      ...process.env,
      PORT: String(port),
      SHOP_URL: shopUrl,
      COUNTERFOIL_URL: baseURL ?? '',
      COUNTERFOIL_MERCHANT_ID: toShortId('MER', merchant?.id ?? ''),
      COUNTERFOIL_STORE_ID: store.id,
      COUNTERFOIL_PRODUCT_ID: productId,
      NEXT_TELEMETRY_DISABLED: '1',
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONPATH: join(projectRoot, 'clients/python/src'),
    };
    started.push(spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] }));
    await expect
      .poll(
        () =>
          fetch(shopUrl).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 60_000 },
      )
      .toBe(200);

    const headers = { 'X-Webhook-Signature': `t=${Date.now()},v1=AAAA`, 'X-Webhook-Key-Id': 'any' };
    for (const forged of [{}, headers]) {
      const answer = await fetch(webhook.url, { method: 'POST', headers: forged, body: '{}' });
      expect(answer.status).toBe(400);
    }

    await page.goto(shopUrl);
    await page.getByRole('button', { name: 'Buy access' }).click();
    await fillIn(page, validCard);
    await payButton(page).click();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible({ timeout: 30_000 });

    const [payment] = await database
      .select()
      .from(payments)
      .where(eq(payments.storeId, fromShortId('STO', store.id) ?? ''));
    await store.call('refund/create-refund', { paymentId: toShortId('PAY', payment?.id ?? ''), reason: 'Returned' });
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
  });
}
