import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { runAction } from '#server/api/run-action.ts';
import { newId } from '#server/domain/ids.ts';
import type { Action } from '#server/platform/action.ts';
import { readSettings } from '#server/platform/settings.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { createKey } from './create-key.ts';
import { deleteKey } from './delete-key.ts';

const now = new Date();
const settings = readSettings({}, { serving: false });
const pemOf = (bits = 2048) =>
  generateKeyPairSync('rsa', { modulusLength: bits }).publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** Calls an action as the merchant does from the dashboard. Browser tests cover the HTTP handler. */
async function call(
  merchant: TestMerchant,
  action: unknown,
  body: Record<string, unknown>,
  signedInAt: Date | undefined = now,
) {
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment: 'test' } as const;
  const answer = await runAction(db, settings, { action: action as Action, caller, body, signedInAt, now });
  return JSON.parse(answer.body).data.key;
}

test('registers a public key in its environment and deletes it', async () => {
  const merchant = await newMerchant();
  const key = await call(merchant, createKey, { environment: 'prod', nickname: ' Backend ', publicKey: pemOf() });
  expect(key).toEqual({
    id: expect.any(String),
    environment: 'prod',
    nickname: 'Backend',
    fingerprint: expect.stringMatching(/^SHA256:/),
    scopes: null,
    networks: null,
    expiresAt: null,
    createdAt: expect.any(String),
    lastUsedAt: null,
    lastUsedAddress: null,
  });
  expect(await call(merchant, deleteKey, { id: key.id })).toMatchObject({ id: key.id });
  await expect(call(merchant, deleteKey, { id: key.id })).rejects.toMatchObject({
    status: 404,
    message: 'API key not found',
  });
});

test('registers a key with limits, in their stored form', async () => {
  const limits = { scopes: ['sell', 'read', 'sell'], networks: [' 203.0.113.7', '2001:DB8::/32'] };
  const expiresAt = new Date(now.getTime() + 1).toISOString();
  const given = { environment: 'test', nickname: 'Shop', publicKey: pemOf(), ...limits, expiresAt };
  expect(await call(await newMerchant(), createKey, given)).toMatchObject({
    scopes: ['read', 'sell'],
    networks: ['203.0.113.7/32', '2001:db8::/32'],
    expiresAt,
  });
});

test('needs a sign-in within ten minutes for a prod key, but not for a test key', async () => {
  const merchant = await newMerchant();
  const given = (environment: string) => ({ environment, nickname: 'Backend', publicKey: pemOf() });
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  await expect(call(merchant, createKey, given('prod'), ago(600))).rejects.toMatchObject({
    status: 403,
    entries: [
      { message: 'This needs a sign-in within the last 10 minutes', layer: 'user', reason: 'sign_in_not_fresh' },
    ],
  });
  expect(await call(merchant, createKey, given('test'), ago(600))).toMatchObject({ environment: 'test' });
  expect(await call(merchant, createKey, given('prod'), ago(599))).toMatchObject({ environment: 'prod' });
});

test('no API key, not even a prod key, registers or deletes keys', async () => {
  const merchant = await newMerchant();
  const key = { environment: 'prod', nickname: 'Backend', publicKey: pemOf() };
  for (const environment of ['test', 'prod'] as const) {
    for (const [name, body] of [
      ['create-key', key],
      ['delete-key', { id: newId() }],
    ] as const) {
      const answer = await merchant.call(`api-key/${name}`, body, { environment });
      expect([answer.status, answer.body.errors[0].message]).toEqual([403, 'Insufficient permissions']);
    }
  }
});

test('registers a key once, in one environment, also by ten concurrent requests', async () => {
  const merchant = await newMerchant();
  const publicKey = pemOf();
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      call(merchant, createKey, { environment: index % 2 ? 'test' : 'prod', nickname: 'Same', publicKey }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({ status: 400, message: 'This key is already registered' });
  }
});

describe('400', () => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' });
  const secret = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });
  test.each([
    [{ environment: 'live' }, /^Invalid environment/],
    [{ nickname: ' ' }, /^Invalid nickname/],
    [{ publicKey: 'ssh-rsa AAAA' }, /must be a PEM public key/],
    [{ publicKey: elliptic }, /must be an RSA key/],
    [{ publicKey: pemOf(1024) }, /2048 to 8192 bits/],
    [{ publicKey: secret }, /^This is a private key/],
    [{ scopes: [] }, /^Invalid scopes: must have at least 1 item; null allows all$/],
    [{ scopes: ['write'] }, /^Invalid scopes\.0: must be read, sell, refund or administer$/],
    [{ networks: [] }, /^Invalid networks: must have at least 1 item; null allows all$/],
    [{ networks: Array.from({ length: 51 }, () => '10.0.0.0/8') }, /^Invalid networks: must have at most 50 items$/],
    [{ networks: ['::1', 'office'] }, /^Invalid networks\.1: must be an address or a network/],
    [
      { networks: ['10.0.0.7/8'] },
      /^Invalid networks\.0: 10\.0\.0\.7\/8 is not the start of a network; use 10\.0\.0\.0\/8/,
    ],
    [{ expiresAt: now.toISOString() }, /^Invalid expiresAt: must be in the future$/],
    [{ expiresAt: 'tomorrow' }, /^Invalid expiresAt: must be a time in ISO 8601/],
  ])('%#', async (fields, message) => {
    const merchant = await newMerchant();
    const body = { environment: 'test', nickname: 'Key', publicKey: pemOf(), ...fields };
    await expect(call(merchant, createKey, body)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    });
  });
});
