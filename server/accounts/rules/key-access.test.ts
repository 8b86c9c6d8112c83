import { describe, expect, test } from 'vitest';
import { keyScopes } from '#server/domain/key-scopes.ts';
import { isKeyExpiring, isUseDue, type KeyAccess, keyRefusal, normalizeNetwork } from './key-access.ts';

const now = new Date('2027-03-01T09:00:00.000Z');
const after = (ms: number) => new Date(now.getTime() + ms);
const unrestricted: KeyAccess = { scopes: null, networks: null, expiresAt: null };
const day = 24 * 60 * 60_000;

const refuse = (access: Partial<KeyAccess>, address = '203.0.113.7', scope = 'sell' as const) => {
  const refusal = keyRefusal({ ...unrestricted, ...access }, { scope, address, now });
  return refusal && [refusal.status, refusal.code, refusal.message];
};

test('a key without restrictions may do everything, from everywhere', () => {
  for (const scope of keyScopes) expect(keyRefusal(unrestricted, { scope, address: '', now })).toBeUndefined();
});

test.each(keyScopes)('the scope %s includes no other', (scope) => {
  const allowed = keyScopes.filter(
    (needed) => keyRefusal({ ...unrestricted, scopes: [scope] }, { scope: needed, address: '', now }) === undefined,
  );
  expect(allowed).toEqual([scope]);
});

test('names the missing scope', () => {
  expect(refuse({ scopes: ['read', 'refund'] })).toEqual([403, 'key_lacks_scope', 'API key lacks the scope "sell"']);
});

test.each([
  [-1, true],
  [0, true],
  [1, false],
])('a key that expires %i ms from now is refused: %s', (ms, isRefused) => {
  const refusal = refuse({ expiresAt: after(ms) });
  expect(refusal).toEqual(isRefused ? [401, 'key_expired', 'API key has expired'] : undefined);
});

describe('networks', () => {
  const outside = [403, 'key_outside_networks', 'API key is not allowed from this network'];

  test.each([
    ['203.0.113.7', ['203.0.113.7/32']],
    ['203.0.113.255', ['198.51.100.0/24', '203.0.113.0/24']],
    ['203.0.113.7', ['0.0.0.0/0']],
    ['::ffff:203.0.113.7', ['203.0.113.0/24']],
    ['::FFFF:CB00:7107', ['203.0.113.0/24']],
    ['2001:db8::7', ['2001:db8::/32']],
    ['2001:0DB8:0000:0000:0000:0000:0000:0007', ['2001:db8::7/128']],
    ['fe80::1%eth0', ['fe80::/10']],
    ['::1', ['127.0.0.0/8', '::1/128']],
  ])('%s is inside %j', (address, networks) => {
    expect(refuse({ networks }, address)).toBeUndefined();
  });

  test.each([
    ['203.0.114.0', ['203.0.113.0/24']],
    ['203.0.113.8', ['203.0.113.7/32']],
    ['::ffff:203.0.114.0', ['203.0.113.0/24']],
    // An IPv4 address is not inside all of IPv6, nor the other way around.
    ['203.0.113.7', ['::/0']],
    ['::ffff:203.0.113.7', ['::/0']],
    ['2001:db8::7', ['0.0.0.0/0']],
    ['2001:db9::', ['2001:db8::/32']],
    ['', ['0.0.0.0/0', '::/0']],
    ['unix:', ['0.0.0.0/0', '::/0']],
  ])('%s is outside %j', (address, networks) => {
    expect(refuse({ networks }, address)).toEqual(outside);
  });

  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['10.128.0.0/9', '10.128.0.0/9'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0::/32', '2001:db8::/32'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::/0', '::/0'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
  ])('%j is stored as %s', (text, network) => {
    expect(normalizeNetwork(text)).toEqual({ network });
  });

  test.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['10.200.0.0/9', '10.128.0.0/9'],
    ['2001:db8::7/33', '2001:db8::/33'],
  ])('%s is refused, and %s suggested', (text, start) => {
    const problem = `${text} is not the start of a network; use ${start} or a single address`;
    expect(normalizeNetwork(text)).toEqual({ problem });
  });

  test.each([
    '',
    'office',
    '10.0.0.0/33',
    '10.0.0/8',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '::/129',
    '0x0a.0.0.1',
    '::ffff:10.0.0.0/104',
    '10.0.0.0/',
  ])('%j is refused', (text) => {
    const problem = 'must be an address or a network such as 203.0.113.0/24 or 2001:db8::/32';
    expect(normalizeNetwork(text)).toEqual({ problem });
  });
});

test('an expiry is near for seven days, until it has passed', () => {
  const isNear = (ms: number) => isKeyExpiring({ expiresAt: after(ms) }, now);
  expect([7 * day + 1, 7 * day, 1, 0, -1].map(isNear)).toEqual([false, true, true, false, false]);
  expect(isKeyExpiring({ expiresAt: null }, now)).toBe(false);
});

test('the last use is saved at most once a minute', () => {
  expect([null, after(-60_000), after(-59_999), now].map((lastUsedAt) => isUseDue(lastUsedAt, now))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
