/** Runs each quickstart whose language is installed, and pays the printed checkout link. */
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { baseUrl, db, pay, type TestMerchant } from '#server/testing/api.ts';
import { installedNodes } from '#server/testing/installed-nodes.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { placeholderValues } from '../examples.ts';
import { createMerchantCommand, type QuickStart, quickStarts } from './index.ts';

const run = promisify(execFile);
const succeeds = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const isInstalled: Readonly<Record<QuickStart['language'], boolean>> = {
  javascript: true,
  python: succeeds('python3', '-c', 'import cryptography'),
  php: succeeds('php', '-r', 'exit(extension_loaded("openssl") ? 0 : 1);'),
  go: succeeds('go', 'version'),
  curl: succeeds('curl', '--version') && succeeds('openssl', 'version'),
};
const programs = quickStarts(baseUrl);
for (const { label, language } of programs) {
  if (!isInstalled[language]) console.warn(`${label} is not installed: its quickstart is skipped`);
}

let folder = '';

/** A folder with links to the project's files, so that the steps write nothing into the project. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-quick-start-'));
  const files = (await readdir(projectRoot)).filter((name) => !name.startsWith('.'));
  await Promise.all(files.map((name) => symlink(join(projectRoot, name), join(folder, name))));
  await sh(createMerchantCommand(`${randomUUID()}@example.com`));
  await Promise.all(programs.map(({ file, code }) => writeFile(join(folder, file), code)));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sh = (command: string, path = process.env.PATH ?? '') =>
  run('sh', ['-c', command], { cwd: folder, env: { ...process.env, PATH: path, DATABASE_URL: databaseUrl } });

/** Pays the checkout link that the program printed. */
async function payPrinted(stdout: string): Promise<void> {
  const [, slug = '', sessionId = ''] = /^http.*\/([\w-]+)\/checkout\/([0-9a-f-]{36})\n$/.exec(stdout) ?? [];
  expect(sessionId, stdout).not.toBe('');
  const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  expect(session, stdout).toMatchObject({ environment: 'test', currency: 'USD' });
  expect(await pay({ slug } as TestMerchant, sessionId)).toEqual({ state: 'paid' });
}

const { javascript, ...others } = Object.fromEntries(programs.map((program) => [program.language, program]));

test.each(installedNodes)('the JavaScript quickstart prints a link that can be paid, with %s', async (node) => {
  const { stdout } = await sh(javascript?.run ?? '', [dirname(node), process.env.PATH].join(delimiter));
  await payPrinted(stdout);
});

for (const { label, language, run: command } of Object.values(others)) {
  test.skipIf(!isInstalled[language])(`the ${label} quickstart prints a link that can be paid`, async () => {
    const { stdout } = await sh(command);
    await payPrinted(stdout);
  });
}

test('the curl quickstart writes the key file that the reference examples read', () => {
  const files = programs.flatMap(({ code }) => code.match(/\S+\.pem/g) ?? []);
  expect(new Set(files)).toEqual(new Set([placeholderValues(baseUrl).keyFile]));
});
