/** Runs each quickstart whose language is installed, and pays the printed checkout link. */
import { execFile, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { projectRoot } from '#server/cli/project-root.ts';
import { placeholderValues } from '#server/docs/examples.ts';
import { createMerchantCommand, type QuickStart, quickStarts } from '#server/docs/quick-starts/index.ts';
import { installedNodes } from '#server/testing/installed-nodes.ts';
import { fillIn, inGermany, payButton, receipt, validCard } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);
// One worker creates the merchant that all programs use.
test.describe.configure({ mode: 'default' });

const run = promisify(execFile);
const succeeds = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const isInstalled: Readonly<Record<QuickStart['language'], () => boolean>> = {
  javascript: () => true,
  python: () => succeeds('python3', '-c', 'import cryptography'),
  php: () => succeeds('php', '-r', 'exit(extension_loaded("openssl") ? 0 : 1);'),
  go: () => succeeds('go', 'version'),
  curl: () => succeeds('curl', '--version') && succeeds('openssl', 'version'),
};
const programs = quickStarts(process.env.E2E_BASE_URL ?? '');
let folder = '';

/** A folder with links to the project's files, so that the steps write nothing into the project. */
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-quick-start-'));
  const files = (await readdir(projectRoot)).filter((name) => !name.startsWith('.'));
  await Promise.all(files.map((name) => symlink(join(projectRoot, name), join(folder, name))));
  await sh(createMerchantCommand(`${randomUUID()}@example.com`));
  await Promise.all(programs.map(({ file, code }) => writeFile(join(folder, file), code)));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

const sh = (command: string, path = process.env.PATH ?? '') => {
  const env = { ...process.env, PATH: path, DATABASE_URL: process.env.E2E_DATABASE_URL };
  return run('sh', ['-c', command], { cwd: folder, env });
};

/** Pays the checkout link that the program printed. */
async function payPrinted(page: Page, stdout: string): Promise<void> {
  expect(stdout).toMatch(/^http.*\/[\w-]+\/checkout\/[0-9a-f-]{36}\n$/);
  await page.goto(stdout.trim());
  await fillIn(page, validCard);
  await payButton(page).click();
  await expect(receipt(page)).toBeVisible();
}

for (const { label, language, run: command } of programs.filter(({ language }) => language !== 'javascript')) {
  test(`the ${label} quickstart prints a link that can be paid`, async ({ page }) => {
    test.skip(!isInstalled[language](), `${label} is not installed`);
    await payPrinted(page, (await sh(command)).stdout);
  });
}

for (const [index, node] of installedNodes.entries()) {
  test(`the JavaScript quickstart prints a link that can be paid, with Node.js ${index + 1}`, async ({ page }) => {
    const [javascript] = programs;
    const { stdout } = await sh(javascript?.run ?? '', [dirname(node), process.env.PATH].join(delimiter));
    await payPrinted(page, stdout);
  });
}

test('the curl quickstart writes the key file that the reference examples read', () => {
  const files = programs.flatMap(({ code }) => code.match(/\S+\.pem/g) ?? []);
  expect(new Set(files)).toEqual(new Set([placeholderValues('').keyFile]));
});
