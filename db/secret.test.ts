import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSecret } from './secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-secret-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('is created once, from 48 random bytes, readable by its owner only', () => {
  const secret = readSecret(folder);
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(readSecret(folder)).toBe(secret);
  expect(statSync(join(folder, 'app-secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['app-secret']);
});
