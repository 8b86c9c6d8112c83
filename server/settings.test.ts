import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readSettings, SettingsError, settingNames } from './settings.ts';

const example = parseEnv(readFileSync(new URL('../.env.example', import.meta.url), 'utf8'));

function refusalOf(environment: Record<string, string>): string {
  try {
    readSettings(environment, { serving: true });
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  throw new Error('It was accepted');
}

test('.env.example names every setting', () => {
  expect(Object.keys(example).sort()).toEqual([...settingNames].sort());
});

test('.env.example has the defaults', () => {
  expect(readSettings(example, { serving: true })).toEqual(readSettings({}, { serving: true }));
});

test('each line of .env.example is explained by the one above it', () => {
  const lines = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const unexplained = lines.filter((line, at) => /^[A-Z]/.test(line) && !lines[at - 1]?.startsWith('# '));
  expect(unexplained).toEqual([]);
});

test('every problem is told at once, each on a line of its own', () => {
  const message = refusalOf({ PORT: 'high', TRUST_PROXY: 'yes', DATABASE_URL: 'mysql://db', APP_SECRET: 'short' });
  for (const name of ['PORT', 'TRUST_PROXY', 'DATABASE_URL', 'APP_SECRET']) {
    expect(message).toMatch(new RegExp(`^  ${name}: `, 'm'));
  }
});

test('a database of your own needs a secret of your own', () => {
  expect(refusalOf({ DATABASE_URL: 'postgres://db.example/shop' })).toMatch(
    /^ {2}APP_SECRET: is required with DATABASE_URL$/m,
  );
});

test('no value is repeated, since it may be a secret', () => {
  const message = refusalOf({
    DATABASE_URL: 'mysql://user:hunter2@db',
    APP_SECRET: 'tiny-hunter2',
    SMTP_URL: 'http://hunter2@mail',
    APP_URL: 'not an address hunter2',
    LOG_LEVEL: 'hunter2',
    PORT: 'hunter2',
  });
  expect(message).not.toContain('hunter2');
});

test('an empty value counts as absent', () => {
  expect(readSettings({ PORT: '', APP_URL: '' }, { serving: true }).appUrl).toBe('http://localhost:3000');
});
