import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runCommand } from '#server/testing/command-line.ts';
import { failureOf } from './command-line.ts';

/** Runs the program in a process. */
function counterfoil(args: string[], environment: Record<string, string> = {}) {
  return spawnSync(process.execPath, ['server/cli/counterfoil.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

const oneLine = /^[^\n]+\n$/;

test.each([
  ['an unknown command', ['sell'], "Unknown command 'sell'"],
  ['a name that every object has', ['constructor'], "Unknown command 'constructor'"],
  ['half a command', ['merchant'], "Unknown command 'merchant'"],
  ['an unknown option', ['migrate', '--fast'], "Unknown option '--fast'"],
  ['an argument too many', ['migrate', 'now'], "Unexpected argument 'now'"],
  ['a missing option', ['merchant', 'create', '--email', 'a@example.com'], '--store'],
  ['a clock of no store', ['test-clock', 'show'], '--store'],
  ['a clock that is to go nowhere', ['test-clock', 'advance', '--store', 'x'], '--to'],
  [
    'a short password',
    ['merchant', 'create', '--email', 'a@example.com', '--store', 'A', '--password', 'short'],
    '--password: must have at least 10 characters\n',
  ],
  [
    'a long password',
    ['merchant', 'create', '--email', 'a@example.com', '--store', 'A', '--password', 'x'.repeat(129)],
    '--password: must have at most 128 characters\n',
  ],
  ['an address that is none', ['operator', 'grant', '--email', 'ana'], '--email: must be an email address\n'],
  ['an option without its value', ['backup', '--to', '-x'], "Option '--to' argument is ambiguous"],
  ['a restore of nothing', ['restore'], 'Missing backup file'],
  ['a moment that is none', ['test-clock', 'create', '--store', 'x', '--at', 'soon'], '--at'],
])('%s: one line on stderr, exit 2', async (_, args, message) => {
  const { code, stdout, stderr } = await runCommand(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain(message);
  expect(stdout).toBe('');
});

test('prints a schema’s refusal as a sentence, not as JSON', () => {
  const { error } = z.object({ at: z.string('must be a moment') }).safeParse({ at: 1 });
  expect(failureOf(error)).toEqual({ code: 1, message: 'must be a moment' });
});

test('exits with the command line’s code and message', () => {
  const { status, stdout, stderr } = counterfoil(['operator', 'promote']);
  const message = "Unknown command 'operator promote'; 'help' lists them\n";
  expect([status, stdout, stderr]).toEqual([2, '', message]);
});

test('lists invalid settings, exit 2', () => {
  const { status, stderr } = counterfoil(['migrate'], { PORT: 'high', DEMO: 'maybe' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^ {2}PORT: /m);
  expect(stderr).toMatch(/^ {2}DEMO: /m);
});

test('prints one line for a failure, exit 1', () => {
  const { status, stderr } = counterfoil(['migrate'], {
    DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:1/none',
    APP_SECRET: 'a secret of at least thirty-two characters',
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain('The database at 127.0.0.1:1 cannot be reached');
  expect(stderr).not.toContain('hidden');
});

test('help names every command', () => {
  const { status, stdout } = counterfoil(['help']);
  expect(status).toBe(0);
  const server = ['start', 'dev', 'build', 'test', 'migrate', 'worker', 'merchant create', 'emails', 'ledger verify'];
  const operator = ['grant', 'revoke', 'list', 'queue', 'approve', 'reject'].map((verb) => `operator ${verb}`);
  const clock = ['create', 'advance', 'reset', 'show'].map((verb) => `test-clock ${verb}`);
  for (const name of [...server, ...operator, ...clock]) {
    expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  }
});
