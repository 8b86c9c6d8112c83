import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSettings, SettingsError } from './settings.ts';

function fileOf(content: string | Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, content);
  return path;
}

function refusalOf(environment: Record<string, string>, serving = true): string {
  try {
    readSettings(environment, { serving });
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    return (error as Error).message;
  }
  return expect.unreachable('It was accepted');
}

test('reads any setting from a file, less one newline at its end', () => {
  const environment = {
    APP_SECRET_FILE: fileOf(`${'s'.repeat(40)} \n`),
    DATABASE_URL_FILE: fileOf('postgres://db.example/shop\r\n'),
    PORT_FILE: fileOf('4100'),
  };
  const settings = readSettings(environment, { serving: true });
  expect([settings.appSecret, settings.databaseUrl, settings.port]).toEqual([
    `${'s'.repeat(40)} `,
    'postgres://db.example/shop',
    4100,
  ]);
});

test('an empty variable beside the file counts as absent', () => {
  const environment = { PORT: '', PORT_FILE: fileOf('4100\n'), HOST_FILE: '' };
  expect(readSettings(environment, { serving: true })).toMatchObject({ port: 4100, host: undefined });
});

test('rejects a setting given both ways', () => {
  const path = fileOf('4100');
  expect(refusalOf({ PORT: '4100', PORT_FILE: path })).toMatch(
    /^ {2}PORT_FILE: is set together with PORT: set only one of them$/m,
  );
});

test('names the path of an unreadable file, also for commands that serve nothing', () => {
  expect(refusalOf({ APP_SECRET_FILE: '/run/secrets/none' }, false)).toMatch(
    /^ {2}APP_SECRET_FILE: cannot read \/run\/secrets\/none \(ENOENT\)$/m,
  );
});

test('reports a bad value in a file under the setting, without its content', () => {
  const refusal = refusalOf({ APP_SECRET_FILE: fileOf('too short\n'), SMTP_URL_FILE: fileOf(Buffer.from([1, 0, 2])) });
  expect(refusal).toMatch(/^ {2}APP_SECRET: must be at least 32 characters$/m);
  expect(refusal).toMatch(/^ {2}SMTP_URL_FILE: .*secret is not text of at most 64 KiB$/m);
  expect(refusal).not.toContain('too short');
});

test('rejects an empty file', () => {
  const path = fileOf('\n');
  expect(refusalOf({ APP_SECRET_FILE: path })).toContain(`  APP_SECRET_FILE: ${path} is empty`);
});
