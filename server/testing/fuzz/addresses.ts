/** Addresses as an attacker would type them. */
import fc from 'fast-check';
import type { Ids } from './bodies.ts';
import { oddText } from './odd-values.ts';

const oddParts = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '..%5c..%5cpackage.json',
  '%00',
  '%',
  '%zz',
  '%ff',
  '%F0%9F',
  '\\',
  ':x',
  '__proto__',
  'constructor',
  'toString',
  ';a=b',
  '*',
  '~',
  'null',
  '0',
  '-1',
  'x'.repeat(300),
];

const oddQueries = [
  '',
  '?',
  '?=',
  '?&&',
  '?language=xx-odd',
  '?language=__proto__&theme=__proto__',
  '?language=ar&theme=dark',
  '?environment=live',
  '?environment=prod',
  '?environment=test&environment=prod',
  '?%zz=%zz',
  '?a[]=1&a[b]=2',
  `?q=${'x'.repeat(3000)}`,
  '?page=-1',
  '?page=9e99',
  '?after=%00',
  '?payment_intent=pi_x&redirect_status=failed',
  '?%00=%00',
  '?__proto__[x]=1',
];

/** One part of a path: a usual one, or random text. */
export const partOf = (common: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...common), weight: 8 },
    fc.constantFrom(...oddParts),
    oddText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 600)),
  );

/**
 * Paths by pattern, for example `/:slug/portal/orders/:orderId`. Each `:name` becomes one of its values or something
 * odd.
 */
export const addressesOf = (patterns: readonly string[], values: Ids): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...patterns),
      fc.oneof({ arbitrary: fc.constant(''), weight: 3 }, fc.constantFrom(...oddQueries)),
    )
    .chain(([pattern, query]) => {
      const parts = pattern.slice(1).split('/');
      const chosen = parts.map((part) => {
        const [, name, end = ''] = /^:(\w+)(.*)$/.exec(part) ?? [];
        return name === undefined ? fc.constant(part) : partOf(values[name] ?? ['x']).map((value) => value + end);
      });
      return fc.tuple(...chosen).map((chosenParts) => `/${chosenParts.join('/')}${query}`);
    });
