/** The guide's programs, followed to the letter, and its numbers, computed anew. */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkoutSessions, products } from '#db/schema/index.ts';
import { canonicalRequest } from '#server/api/api-key.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { sandboxCard } from '#server/providers/rules/sandbox-cards.ts';
import { baseUrl, db, newMerchant, newProduct } from '#server/testing/api.ts';
import { databaseUrl } from '#server/testing/place.ts';
import { readersValues } from './examples.ts';
import { canonicalLines, graphqlExample, quickStart, testCards, workedExample } from './guide.ts';

const run = promisify(execFile);

test('the worked example is what the service computes', () => {
  const { path, body, timestamp, bodyHash, digest } = workedExample;
  expect(createHash('sha256').update(body).digest('base64')).toBe(bodyHash);
  const text = canonicalRequest('POST', path, timestamp, Buffer.from(body));
  expect(canonicalLines(workedExample).join('\n')).toBe(text);
  expect(createHash('sha256').update(text).digest('hex')).toBe(digest);
});

test('the test cards are those of the sandbox, and none is left without a word on what it does', () => {
  for (const { number, outcome } of testCards()) {
    expect([number, sandboxCard(number) !== undefined, outcome.length > 4]).toEqual([number, true, true]);
  }
});

test('the GraphQL query is answered', async () => {
  const merchant = await newMerchant();
  const { id } = await newProduct(merchant);
  const { status, body } = await merchant.query(graphqlExample(merchant.storeId));
  expect([status, body.errors]).toEqual([200, undefined]);
  expect(body.data).toMatchObject({ stores: [{ id: merchant.storeId }], onetimeProducts: [{ id }] });
});

describe('the quick start', () => {
  const steps = quickStart({ baseUrl, email: `${randomUUID()}@example.com` });
  let folder = '';

  /** A folder that is the project's but for what the steps write into it. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'counterfoil-quick-start-'));
    const own = (await readdir(projectRoot)).filter((name) => !name.startsWith('.'));
    await Promise.all(own.map((name) => symlink(join(projectRoot, name), join(folder, name))));
    await sh(steps.create);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const sh = (command: string) =>
    run('sh', ['-c', command], { cwd: folder, env: { ...process.env, DATABASE_URL: databaseUrl } });

  test('writes the key to the file that the endpoint samples read, and to no other', () => {
    const files = steps.script.match(/\S+\.pem/g) ?? [];
    expect(new Set(files)).toEqual(new Set([readersValues(baseUrl).keyFile]));
  });

  test('ends, in TypeScript, with the address of a checkout', async () => {
    await writeFile(join(folder, 'first-call.ts'), steps.program);
    const { stdout } = await sh(steps.runProgram);
    const [, sessionId = ''] = /^http\S+\/checkout\/([0-9a-f-]{36})\n$/.exec(stdout) ?? [];
    const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
    expect(session).toMatchObject({ environment: 'test', currency: 'USD' });
  });

  test('ends, with curl and openssl, with a product', async ({ skip }) => {
    if (
      await sh('curl --version && openssl version').then(
        () => false,
        () => true,
      )
    ) {
      skip('curl or openssl is not installed');
    }
    await writeFile(join(folder, 'first-call.sh'), steps.script);
    const { stdout } = await sh(steps.runScript);
    const { id } = JSON.parse(stdout).data.product;
    const made = await db
      .select()
      .from(products)
      .where(eq(products.id, fromShortId('PROD', id) ?? ''));
    expect(made).toHaveLength(1);
  });
});
