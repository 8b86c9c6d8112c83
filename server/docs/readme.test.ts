/** Runs the first call of the README exactly as printed, except for the port of the service. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkoutSessions } from '#db/schema/index.ts';
import { projectRoot } from '#server/cli/project-root.ts';
import { baseUrl, db } from '#server/testing/api.ts';
import { installedNodes } from '#server/testing/installed-nodes.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const run = promisify(execFile);
const readme = await readFile(join(projectRoot, 'README.md'), 'utf8');
const section = readme.split(/^## /m).find((text) => text.startsWith('First call\n')) ?? '';
const [create = '', program = '', start = ''] = Array.from(
  section.matchAll(/^```\w+\n(.*?)^```$/gms),
  ([, code]) => code,
);

let folder = '';

/** A directory with the project's files, so that the steps write nothing into the project itself. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-readme-'));
  const files = (await readdir(projectRoot)).filter((name) => !name.startsWith('.'));
  await Promise.all(files.map((name) => symlink(join(projectRoot, name), join(folder, name))));
  await sh(create.replace('you@example.com', `${randomUUID()}@example.com`));
  await writeFile(join(folder, 'first-call.mjs'), program.replace('http://localhost:3000', baseUrl));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sh = (command: string, path = process.env.PATH ?? '') =>
  run('sh', ['-c', command], { cwd: folder, env: { ...process.env, PATH: path, DATABASE_URL: databaseUrl } });

test('the README has at most 120 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
});

test.each(installedNodes)('the first call of the README prints a checkout link with %s', async (node) => {
  const { stdout } = await sh(start, [dirname(node), process.env.PATH].join(delimiter));
  const [, sessionId = ''] = /^http\S+\/checkout\/([0-9a-f-]{36})\n$/.exec(stdout) ?? [];
  const [session] = await db.select().from(checkoutSessions).where(eq(checkoutSessions.id, sessionId));
  expect(session).toMatchObject({ environment: 'test', currency: 'USD' });
});
