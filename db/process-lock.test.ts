import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { isAlive, processIdentity, withProcessLock } from './process-lock.mjs';

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-lock-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('admits one process at a time and leaves few files', async () => {
  const lock = join(folder, 'busy');
  let inside = 0;
  let maxHolders = 0;
  const work = async () => {
    inside += 1;
    maxHolders = Math.max(maxHolders, inside);
    await sleep(2);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => withProcessLock(lock, work)));
  expect(maxHolders).toBe(1);
  expect(readdirSync(lock).length).toBeLessThan(10);
});

test('is free again after an error', async () => {
  const lock = join(folder, 'failed');
  const failing = withProcessLock(lock, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
  expect(await withProcessLock(lock, () => 'in')).toBe('in');
});

test('is taken over from a dead holder', async () => {
  const lock = join(folder, 'orphaned');
  await withProcessLock(lock, () => {});
  symlinkSync('999999999 1', join(lock, '9'));
  expect(await withProcessLock(lock, () => 'in', { timeoutMs: 10_000 })).toBe('in');
});

test('is not taken from a running holder', async () => {
  const lock = join(folder, 'held');
  const inner = withProcessLock(lock, () => withProcessLock(lock, () => {}, { timeoutMs: 100 }));
  await expect(inner).rejects.toThrow('holds');
});

test('tells a process from a later one with the same id', () => {
  const me = processIdentity(process.pid);
  expect(me).toMatch(/^\d+ \S/);
  expect(isAlive(me ?? '')).toBe(true);
  expect(isAlive(`${process.pid} another start`)).toBe(false);
  expect(processIdentity(999_999_999)).toBeNull();
});
