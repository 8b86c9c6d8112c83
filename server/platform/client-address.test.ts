import { describe, expect, test } from 'vitest';
import { clientAddress, isTrustedProxy, readTrustedProxies } from './client-address.ts';

const trusted = (text: string) => readTrustedProxies(text) ?? expect.unreachable(text);
const addressFrom = (setting: string, connected: string | undefined, forwardedFor?: string | string[]) =>
  clientAddress(connected, forwardedFor, trusted(setting));

describe('without a trusted proxy', () => {
  test('uses the socket’s address and ignores the header', () => {
    expect(addressFrom('off', '203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
    expect(addressFrom('off', '::ffff:203.0.113.9', '1.2.3.4')).toBe('203.0.113.9');
  });

  test('uses the last entry behind Next alone', () => {
    expect(addressFrom('off', undefined, '1.2.3.4, 203.0.113.9')).toBe('203.0.113.9');
    expect(addressFrom('off', undefined)).toBe('');
  });
});

describe('behind a number of proxies', () => {
  test.each(['on', '1'])('%s: uses the last entry and ignores spoofed ones before it', (setting) => {
    expect(addressFrom(setting, '10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(addressFrom(setting, '10.0.0.1', '1.2.3.4, 203.0.113.9')).toBe('203.0.113.9');
    expect(addressFrom(setting, '10.0.0.1', ['1.2.3.4', '203.0.113.9'])).toBe('203.0.113.9');
    expect(addressFrom(setting, undefined, '1.2.3.4, 203.0.113.9')).toBe('203.0.113.9');
  });

  test('skips one entry per further proxy', () => {
    expect(addressFrom('2', '10.0.0.1', '1.2.3.4, 203.0.113.9, 198.51.100.1')).toBe('203.0.113.9');
    expect(addressFrom('3', '10.0.0.1', '203.0.113.9, 198.51.100.1, 10.0.0.2')).toBe('203.0.113.9');
  });

  test('uses the first entry when there are fewer than proxies, and the socket when there are none', () => {
    expect(addressFrom('3', '10.0.0.1', '203.0.113.9')).toBe('203.0.113.9');
    expect(addressFrom('2', '10.0.0.1')).toBe('10.0.0.1');
    expect(addressFrom('2', '10.0.0.1', '')).toBe('10.0.0.1');
  });
});

describe('behind proxies in networks', () => {
  const setting = '10.0.0.0/8, 2001:db8:cafe::/48,loopback';

  test('uses the first entry from the right outside the networks', () => {
    expect(addressFrom(setting, '10.0.0.1', '1.2.3.4, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9');
    expect(addressFrom(setting, '127.0.0.1', '203.0.113.9, 2001:db8:cafe:1::5')).toBe('203.0.113.9');
    expect(addressFrom(setting, '::ffff:10.0.0.1', '203.0.113.9, ::ffff:10.2.2.2')).toBe('203.0.113.9');
    expect(addressFrom(setting, undefined, '1.2.3.4, 203.0.113.9, 10.9.9.9')).toBe('203.0.113.9');
  });

  test('ignores the header of a connection from elsewhere', () => {
    expect(addressFrom(setting, '198.51.100.7', '203.0.113.9')).toBe('198.51.100.7');
    expect(isTrustedProxy('198.51.100.7', trusted(setting))).toBe(false);
    expect(isTrustedProxy('::ffff:10.0.0.1', trusted(setting))).toBe(true);
  });

  test('uses the first entry when all entries are proxies', () => {
    expect(addressFrom(setting, '10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
  });
});

describe('entries in other forms', () => {
  test.each([
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:db8::9]:4711', '2001:db8::9'],
    ['"[2001:db8::9]"', '2001:db8::9'],
    ['2001:DB8:0:0::9', '2001:db8::9'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['1.2.3.4,203.0.113.9', '203.0.113.9'],
  ])('reads %s as %s', (entry, address) => {
    expect(addressFrom('on', '10.0.0.1', entry)).toBe(address);
  });

  test.each(['unknown', '999.1.1.1', '1', '0x7f.1', '[::1', '1.2.3.4:', "'; drop", 'x'.repeat(3000), ',', ' '])(
    'falls back to the proxy’s address: %.20s',
    (entry) => {
      expect(addressFrom('on', '10.0.0.1', `203.0.113.9, ${entry}`)).toBe('10.0.0.1');
      expect(addressFrom('10.0.0.0/8', '10.0.0.1', `203.0.113.9, ${entry}`)).toBe('10.0.0.1');
    },
  );
});

test.each([
  'yes',
  '0',
  '11',
  '-1',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0/8',
  '::/129',
  '10.0.0.0/8,',
  'proxy.example',
  '',
])('refuses the setting "%s"', (text) => {
  expect(readTrustedProxies(text)).toBeUndefined();
});
