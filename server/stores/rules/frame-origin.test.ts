import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOriginsIn, readOrigin } from './frame-origin.ts';

describe('readOrigin', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    ['https://shop.example.com/', 'https://shop.example.com'],
    ['  HTTPS://Shop.Example.COM:8443/buy?x=1#top ', 'https://shop.example.com:8443'],
    ['https://example.com:443', 'https://example.com'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['https://localhost', 'https://localhost'],
    ['http://localhost:5173/app', 'http://localhost:5173'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('reads %s as %s', (given, expected) => {
    expect(readOrigin(given)).toBe(expected);
  });

  it.each([
    '',
    'shop.example.com',
    'http://shop.example.com',
    'http://localhost.example.com',
    'https://*.example.com',
    'https://*',
    "https://a';script-src",
    'https://a;b',
    'https://a,b',
    'https://a b',
    'https://user:secret@example.com',
    'https://user@example.com',
    'https://example.com.',
    'https://-a.example.com',
    'https://my_shop.example.com',
    'https://[::1]',
    'https://',
    'https:///example.com;x',
    'https://example.com\\@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'null',
    "'self'",
    `https://${'a'.repeat(64)}.example.com`,
    `https://example.com/${'a'.repeat(2048)}`,
  ])('refuses %j', (given) => {
    expect(readOrigin(given)).toBeUndefined();
  });

  it('serializes only single origins of a policy, and parses them back unchanged', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }).map((text) => `https://${text}`),
      fc.webUrl({ withFragments: true, withQueryParameters: true, validSchemes: ['http', 'https'] }),
    );
    fc.assert(
      fc.property(anything, (given) => {
        const origin = readOrigin(given);
        if (origin === undefined) return;
        expect(origin).toMatch(/^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/);
        expect(readOrigin(origin)).toBe(origin);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('frameOriginsIn', () => {
  const origins = ['https://shop.example.com', 'http://localhost:5173'];

  it('allows a developer’s machine for test checkouts only', () => {
    expect(frameOriginsIn('test', origins)).toEqual(origins);
    expect(frameOriginsIn('prod', origins)).toEqual(['https://shop.example.com']);
  });
});
