import { describe, expect, test } from 'vitest';
import { isPublicAddress, isPublicHost, networkOf } from './network-address.ts';

describe('isPublicAddress', () => {
  test.each([
    '1.1.1.1',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '::ffff:93.184.215.14',
    '64:ff9b::5db8:d70e',
  ])('%s is', (ip) => {
    expect(isPublicAddress(ip)).toBe(true);
  });

  test.each([
    ['0.0.0.0', 'this machine'],
    ['0.1.2.3', 'this network'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'metadata, link-local'],
    ['100.64.0.1', 'carrier-grade NAT'],
    ['100.100.100.200', 'metadata, carrier-grade NAT'],
    ['192.0.0.192', 'metadata, reserved'],
    ['168.63.129.16', 'platform service'],
    ['198.18.0.1', 'benchmarking'],
    ['192.0.2.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['2130706433', 'loopback in decimal'],
    ['0x7f000001', 'loopback in hexadecimal'],
    ['0177.0.0.1', 'loopback in octal'],
    ['127.1', 'loopback, short'],
    ['::', 'this machine'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback, in full'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fc00::1', 'unique local'],
    ['fd00:ec2::254', 'metadata, unique local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'documentation'],
    ['100::1', 'discarded'],
    ['::ffff:127.0.0.1', 'loopback, mapped'],
    ['::ffff:7f00:1', 'loopback, mapped'],
    ['::ffff:169.254.169.254', 'metadata, mapped'],
    ['::127.0.0.1', 'loopback, the old compatible form'],
    ['::ffff:0:127.0.0.1', 'loopback, translated'],
    ['64:ff9b::7f00:1', 'loopback by NAT64'],
    ['64:ff9b::a9fe:a9fe', 'metadata by NAT64'],
    ['64:ff9b:1::1', 'NAT64 of one’s own'],
    ['2002:7f00:1::', 'loopback by 6to4'],
    ['2001::1', 'Teredo'],
    ['', 'nothing'],
    ['example.com', 'a name'],
    ['1.2.3.4.5', 'no address'],
    ['256.1.1.1', 'no address'],
  ])('%s (%s) is not', (ip) => {
    expect(isPublicAddress(ip)).toBe(false);
  });
});

describe('isPublicHost, with hosts as URLs spell them', () => {
  const hostOf = (authority: string) => new URL(`https://${authority}/`).hostname;

  test.each(['example.com', 'EXAMPLE.com', 'example.com.', 'hooks.slack.com', 'localhost.example.com', '1.1.1.1'])(
    '%s is public',
    (authority) => {
      expect(isPublicHost(hostOf(authority))).toBe(true);
    },
  );
  test('an IPv6 address in brackets is public', () => {
    expect(isPublicHost(hostOf('[2606:4700:4700::1111]'))).toBe(true);
  });

  test.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'shop.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'router.home.arpa',
    'nas.lan',
    'redis',
    '127.0.0.1',
    '127.0.0.1.',
    '2130706433',
    '0x7f.1',
    '0177.0.0.01',
    '①②⑦.0.0.1',
    '0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fd00::1]',
    '[64:ff9b::10.0.0.1]',
  ])('%s is not', (authority) => {
    expect(isPublicHost(hostOf(authority))).toBe(false);
  });
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['::ffff:cb00:714d', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0db8:0001::7', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['::1', '::/48'],
  ['unix:', undefined],
  ['', undefined],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
