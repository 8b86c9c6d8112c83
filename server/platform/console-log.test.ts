import { DrizzleQueryError } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { logConsole } from './console-log.ts';

const { error, warn } = console;
const shared = globalThis as typeof globalThis & { counterfoilLog?: unknown };
const before = shared.counterfoilLog;

afterEach(() => {
  Object.assign(console, { error, warn });
  shared.counterfoilLog = before;
});

test('writes console output of libraries to the log, without values that errors repeat', () => {
  const [onError, onWarning] = [vi.fn(), vi.fn()];
  shared.counterfoilLog = { error: onError, warn: onWarning };
  logConsole();
  const cause = new Error('canceling statement due to lock timeout');
  const failed = new DrizzleQueryError('select 1 where email = $1', ['xyzzy@example.com'], cause);
  console.error('⨯', Object.assign(failed, { digest: '4711' }));
  console.warn('\u001b[33mSomething is\u001b[0m', { password: 'xyzzy' }, 'deprecated, says xyzzy@example.com');
  const entry = { error: 'Error', reason: cause.message, digest: '4711' };
  expect(onError).toHaveBeenCalledWith(expect.objectContaining(entry), 'console');
  expect(onWarning).toHaveBeenCalledWith({ output: expect.stringContaining('Something is deprecated') }, 'console');
  expect(JSON.stringify([onError.mock.calls, onWarning.mock.calls])).not.toContain('xyzzy');
});
