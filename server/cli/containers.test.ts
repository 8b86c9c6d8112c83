/** Checks the names in Dockerfile and compose.yaml against the project, without running a container. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readSettings, settingNames } from '#server/platform/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Command } from './command.ts';
import { projectRoot } from './project-root.ts';

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly secrets?: readonly string[];
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
  readonly depends_on?: object;
  readonly profiles?: readonly string[];
}

const compose: {
  services: Record<string, Service>;
  volumes: object;
  configs: Record<string, { content: string }>;
  secrets: Record<string, { environment: string }>;
} = parse(read('compose.yaml'), { merge: true });
const built = Object.entries(compose.services).filter(([, { build }]) => build !== undefined);
const steps = read('Dockerfile')
  .replaceAll('\\\n', '')
  .split('\n')
  .filter((line) => /^[A-Z]+ /.test(line));
const stepsOf = (word: string): string[] =>
  steps.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
const inImage = Object.fromEntries(
  stepsOf('ENV').flatMap((line) =>
    [...line.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']),
  ),
);

test('compose runs two apps, two workers and a database, and Valkey on request', () => {
  const unasked = Object.entries(compose.services).filter(([, { profiles }]) => !profiles);
  expect(unasked.map(([name]) => name).sort()).toEqual(['app-1', 'app-2', 'database', 'proxy', 'worker-1', 'worker-2']);
  for (const { depends_on: needed = {} } of Object.values(compose.services)) {
    const names = Array.isArray(needed) ? needed : Object.keys(needed);
    for (const name of names) expect(compose.services).toHaveProperty([name]);
  }
});

test.each(built)('%s has only existing settings, with valid values', (_, service) => {
  const given = Object.entries(service.environment ?? {}).map(([name, value]) => {
    const [, setting] = /^(.*)_FILE$/.exec(name) ?? [];
    return setting === undefined ? [name, fillIn(String(value))] : [setting, contentOf(service, String(value))];
  });
  expect(given.map(([name]) => name).filter((name) => !settingNames.includes(String(name)))).toEqual([]);
  expect(given.map(([name]) => name)).toEqual(expect.arrayContaining(['APP_SECRET', 'DATABASE_URL']));
  const settings = readSettings({ ...inImage, ...Object.fromEntries(given) }, { serving: true });
  expect(settings).toMatchObject({ host: '0.0.0.0', demo: false, metrics: { port: 9464 } });
});

/** The content of a file that compose mounts: a secret or a config. */
function contentOf({ secrets = [], configs = [] }: Service, path: string): string {
  const config = configs.find(({ target }) => target === path);
  if (config) return fillIn(compose.configs[config.source]?.content ?? '');
  const name = secrets.find((secret) => `/run/secrets/${secret}` === path);
  const variable = name === undefined ? undefined : compose.secrets[name]?.environment;
  if (variable === undefined) throw new Error(`File not found: ${path} in that container`);
  return 'x'.repeat(32);
}

/** Substitutes `${NAME:-default}` as compose does without variables, and any value for a required variable. */
const fillIn = (value: string): string =>
  value.replaceAll(/\$\{\w+:([-?])([^}]*)\}/g, (_, kind, rest) => (kind === '-' ? rest : 'x'.repeat(32)));

test('the proxy checks readiness, and apps wait for it before they stop', () => {
  const { content = '' } = compose.configs.caddyfile ?? {};
  expect(content).toContain('reverse_proxy app-1:3000 app-2:3000');
  expect(content).toContain('health_uri /v1/health/ready');
  const everySeconds = Number(/health_interval (\d+)s/.exec(content)?.[1]);
  expect(Number(compose.services['app-1']?.environment?.SHUTDOWN_DELAY_SECONDS)).toBeGreaterThan(2 * everySeconds);
});

test('the apps count in Valkey when compose.yaml configures it', () => {
  const [, profiles = '', url = ''] = /COMPOSE_PROFILES=(\S+) REDIS_URL=(\S+)/.exec(read('compose.yaml')) ?? [];
  expect(compose.services[new URL(url).hostname]?.profiles).toEqual([profiles]);
  for (const app of ['app-1', 'app-2']) {
    const { environment = {} } = compose.services[app] ?? {};
    expect(environment.REDIS_URL).toMatch(/^\$\{REDIS_URL:-\}$/);
    expect(readSettings({ REDIS_URL: url }, { serving: false }).redisUrl).toBe(url);
  }
});

test('the image names only existing settings and files', () => {
  const others = ['NODE_ENV', 'NEXT_TELEMETRY_DISABLED', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX'];
  expect(Object.keys(inImage).filter((name) => !settingNames.includes(name) && !others.includes(name))).toEqual([]);
  const ignored = read('.dockerignore').split('\n');
  for (const line of stepsOf('COPY')) {
    if (line.startsWith('--from=')) continue;
    const files = line.split(' ').filter((word) => !word.startsWith('--'));
    for (const file of files.slice(0, -1)) {
      expect([file, existsSync(join(projectRoot, file))]).toEqual([file, true]);
      expect(ignored).not.toContain(file);
    }
  }
});

test('the memory of the image is limited as that of npm start', () => {
  expect(inImage.NODE_OPTIONS).toBe(packageJson.config.node_options);
  expect(inImage.MALLOC_ARENA_MAX).toBe(packageJson.config.malloc_arena_max);
});

test('containers run existing commands', async () => {
  const inDockerfile = [...stepsOf('RUN'), ...stepsOf('CMD').map((line) => JSON.parse(line).join(' '))];
  const inCompose = built.flatMap(([, { command }]) => command?.join(' ') ?? []);
  const program = /node (?:server\/cli\/counterfoil\.ts|\.server\/counterfoil\.mjs) ([^&]*[^& ])/;
  const run = [...inDockerfile, ...inCompose].flatMap((line) => program.exec(line)?.[1] ?? []);
  expect(run).toEqual(['build', 'start --no-worker', 'worker', 'worker']);
  for (const line of run) {
    const [name, ...options] = line.split(' ');
    const { usage } = (await import(`./commands/${name}.ts`)) as Command;
    for (const option of options) expect(usage).toContain(option);
  }
});

test('compose.citus.yaml adds every node to the cluster and distributes the tables before the service starts', async () => {
  const citus: typeof compose = parse(read('compose.citus.yaml'), { merge: true });
  const merged = { ...compose.services, ...citus.services };
  const { database, cluster, distribute, ...others } = citus.services;
  const nodes = Object.entries(others).filter(([, { image }]) => image);
  expect(nodes.map(([name]) => name)).toEqual(['node-1', 'node-2']);
  const statement = cluster?.command?.at(-1) ?? '';
  const added = [...statement.matchAll(/citus_(\w+)\('([\w-]+)', 5432\)/g)].map(([, call, name]) => [call, name]);
  expect(added).toEqual([['set_coordinator_host', 'database'], ...nodes.map(([name]) => ['add_node', name])]);
  for (const node of [database, ...nodes.map(([, node]) => node)]) {
    expect(node?.image).toBe(cluster?.image);
    expect(node?.command).toContain('max_prepared_transactions=300');
  }
  expect(Object.keys(citus.volumes)).toEqual(nodes.map(([name]) => name));
  expect(distribute?.command?.join(' ')).toBe('node .server/counterfoil.mjs database distribute');
  expect(((await import('./commands/database/distribute.ts')) as Command).usage).toContain('database distribute');
  for (const [name] of built) expect(merged[name]?.depends_on).toHaveProperty('distribute');
  for (const needed of Object.values(citus.services).flatMap(({ depends_on = {} }) => Object.keys(depends_on))) {
    expect(merged).toHaveProperty([needed]);
  }
});
