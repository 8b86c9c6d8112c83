import { describe, expect, test } from 'vitest';
import { dnsRecordOf, domainNameOf } from './sender.ts';
import { codeDigestOf, isCodeOf } from './sender-code.ts';

describe('domain names', () => {
  test.each([
    ['example.com', 'example.com'],
    [' Mail.Example.COM. ', 'mail.example.com'],
    ['Bücher.example', undefined],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['xn--bcher-kva.de', 'xn--bcher-kva.de'],
    [`${'a'.repeat(63)}.de`, `${'a'.repeat(63)}.de`],
  ])('normalizes %s to %s', (given, name) => {
    expect(domainNameOf(given)).toBe(name);
  });

  test.each([
    '',
    '.',
    'com',
    'localhost',
    'shop.localhost',
    'printer.local',
    'a.test',
    '192.168.0.1',
    '0x7f.1',
    '１２７.0.0.1',
    '[::1]',
    '::1',
    'https://example.com',
    'example.com/path',
    'me@example.com',
    'example.com:25',
    'exa mple.com',
    'exa%20mple.com',
    'example..com',
    '-a.com',
    'a-.com',
    'under_score.com',
    '*.example.com',
    'example.c',
    `${'a'.repeat(64)}.de`,
    `${'abcdefg.'.repeat(31)}com`,
  ])('rejects %s', (given) => {
    expect(domainNameOf(given)).toBeUndefined();
  });

  test('the DNS record is a subdomain', () => {
    expect(dnsRecordOf('example.com', 'abc')).toEqual({
      type: 'TXT',
      name: '_counterfoil.example.com',
      value: 'counterfoil-verification=abc',
    });
  });
});

describe('codes', () => {
  test('match the digest of their own sender only', () => {
    const code = '012345';
    const digest = codeDigestOf('one', code);
    expect(isCodeOf('one', code, digest)).toBe(true);
    expect(isCodeOf('two', code, digest)).toBe(false);
    expect(isCodeOf('one', `${code}0`, digest)).toBe(false);
  });
});
