import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { settingNames } from '#server/platform/settings.ts';
import { loadEnvironmentFile } from './environment-file.ts';
import { projectRoot } from './project-root.ts';
import { editDistance } from './setting-names.ts';

function load(content: string | Buffer, environment: Record<string, string | undefined> = {}, mode = 0o600) {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-env-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, '.env');
  writeFileSync(path, content);
  chmodSync(path, mode);
  const warnings: string[] = [];
  const completed = { ...environment };
  try {
    loadEnvironmentFile(path, completed, (text) => warnings.push(text));
  } catch (error) {
    return { refusal: (error as Error).message, warnings, environment: completed };
  }
  return { refusal: null, warnings, environment: completed };
}

test('completes the environment, which wins over the file', () => {
  const { environment, warnings } = load('PORT=4100\nHOST=0.0.0.0\n', { PORT: '4200' });
  expect(environment).toEqual({ PORT: '4200', HOST: '0.0.0.0' });
  expect(warnings).toEqual([]);
});

test('treats an empty variable as absent', () => {
  expect(load('PORT=4100\n', { PORT: '', HOST: '' }).environment).toEqual({ PORT: '4100', HOST: '' });
});

test('refuses unknown names in .env, one line each, without values', () => {
  const { refusal, environment } = load('POTR=3100\nRATE_LIMIT_PAYMENT_PER_MINUTE=1\nFAVORITE_CHEESE=gouda\n');
  expect(refusal?.split('\n')).toEqual([
    'These names are not settings:',
    '  FAVORITE_CHEESE (in .env): see .env.example',
    '  POTR (in .env): did you mean PORT?',
    '  RATE_LIMIT_PAYMENT_PER_MINUTE (in .env): did you mean RATE_LIMIT_PAYMENTS_PER_MINUTE?',
  ]);
  expect(refusal).not.toMatch(/3100|gouda/);
  expect(environment).toEqual({});
});

test('accepts every setting, its _FILE form, and other programs’ names', () => {
  const names = [...settingNames, 'APP_SECRET_FILE', 'NODE_EXTRA_CA_CERTS', 'OTEL_SERVICE_NAME', 'POSTGRES_PASSWORD'];
  const others = ['COMPOSE_PROFILES', 'TZ', 'BENCH_SCALE', 'UPDATE_SCREENSHOTS', 'NEXT_TELEMETRY_DISABLED'];
  expect(load([...names, ...others].map((name) => `${name}=\n`).join('')).refusal).toBe(null);
  expect(load(readFileSync(join(projectRoot, '.env.example'))).refusal).toBe(null);
});

test.each([
  ['a letter too many', 'SMTP_URLS', 'SMTP_URL'],
  ['a letter too few', 'DATABASE_UR', 'DATABASE_URL'],
  ['another letter', 'APP_SECRAT', 'APP_SECRET'],
  ['two letters swapped', 'STRIPE_SERCET_KEY', 'STRIPE_SECRET_KEY'],
  ['a file setting', 'APP_SECRET_FIEL', 'APP_SECRET_FILE'],
  ['one of OpenTelemetry’s', 'OTEL_EXPORTER_OTLP_ENDPOIN', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
])('refuses %s in the environment', (_, name, suggestion) => {
  expect(load('', { [name]: 'a value' }).refusal).toBe(
    `These names are not settings:\n  ${name} (in the environment): did you mean ${suggestion}?`,
  );
});

test('ignores names in the environment that are two or more edits away from a setting', () => {
  expect(
    load('', { PATH: '/bin', DATABASE_PORT: '5432', APP_SECRET_KEY: 'x', OTEL_LOGS_EXPORTER: 'none' }).refusal,
  ).toBe(null);
});

test.each([
  ['bytes that are no text', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
  ['UTF-16', Buffer.from('PORT=3000\n', 'utf16le')],
  ['NUL characters', 'PORT=3000\n\0'],
])('refuses a .env of %s', (_, content) => {
  expect(load(content).refusal).toBe('.env is not a text file in UTF-8: see .env.example');
});

test('warns about a .env that other users can read', () => {
  expect(load('PORT=3000', {}, 0o644).warnings).toEqual([
    'Warning: every user of this machine can read .env, which may hold secrets. Run: chmod 600 .env',
  ]);
});

test('works without a .env', () => {
  const environment = { PORT: '1' };
  loadEnvironmentFile('/nowhere/.env', environment, expect.unreachable);
  expect(environment).toEqual({ PORT: '1' });
});

test.each([
  ['PORT', 'PORT', 0],
  ['POTR', 'PORT', 1],
  ['PORT', 'PRTO', 2],
  ['', 'PORT', 4],
])('%s is %s with %i edits', (left, right, edits) => {
  expect(editDistance(left, right)).toBe(edits);
});
