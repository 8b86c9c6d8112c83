import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Theme } from '#server/stores/rules/store.ts';
import { black, contrast, type Rgb, readColor } from '#server/stores/rules/theme/contrast.ts';
import { type Paint, paintGround } from '#server/stores/rules/theme/paint.ts';
import { palettes, type Side } from '#server/stores/rules/theme/palettes.ts';
import { checkoutCss } from './theme-css.ts';

const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
const [lightRules = '', darkRules = ''] = tokens.split('@variant theme-dark');
const sides: Side[] = ['light', 'dark'];
const grounds = ['page', 'card'] as const;
const side = fc.constantFrom(...sides);
const hex = fc.stringMatching(/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/);
const theme: fc.Arbitrary<Theme> = fc.record(
  {
    checkoutColorPrimary: hex,
    checkoutColorBackground: hex,
    checkoutColorCard: hex,
    checkoutColorText: hex,
  },
  { requiredKeys: [] },
);

/** Text pairs need 4.5:1, outline pairs 3:1. */
const textPairs = [
  ['text', 'surface'],
  ['text', 'sunken'],
  ['muted', 'surface'],
  ['muted', 'sunken'],
  ['link', 'surface'],
  ['on-primary', 'primary'],
  ['on-primary', 'primary-hover'],
  ['on-test', 'test'],
  ...['danger', 'success', 'warning', 'info'].flatMap((tone) => [
    [`${tone}-text`, 'surface'],
    [`${tone}-text`, `${tone}-soft`],
    ['text', `${tone}-soft`],
  ]),
] as [keyof Paint, keyof Paint][];
const outlinePairs = [
  ['control', 'surface'],
  ['focus', 'surface'],
] as [keyof Paint, keyof Paint][];

const ratio = (paint: Paint, [ink, ground]: [keyof Paint, keyof Paint]) =>
  contrast(readColor(paint[ink], black) as Rgb, readColor(paint[ground], black) as Rgb);

describe('paintGround', () => {
  it.each(sides)('starts from the colors of tokens.css (%s)', (name) => {
    const rules = name === 'light' ? lightRules : darkRules;
    const written = Object.fromEntries(
      [...rules.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, token, value]) => [token, value]),
    );
    expect(written).toMatchObject(palettes[name]);
  });

  it.each(sides)('keeps the defaults for a store without a theme (%s)', (name) => {
    const { background: _, ...others } = palettes[name];
    expect(paintGround(name, {}, 'card')).toMatchObject({ ...others, background: others.surface });
  });

  it('keeps every pair readable in any theme', () => {
    fc.assert(
      fc.property(side, theme, fc.constantFrom(...grounds), (name, chosen, ground) => {
        const paint = paintGround(name, chosen, ground);
        for (const pair of textPairs) expect(ratio(paint, pair), pair.join(' on ')).toBeGreaterThanOrEqual(4.5);
        for (const pair of outlinePairs) expect(ratio(paint, pair), pair.join(' on ')).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps readable colors', () => {
    const chosen = { checkoutColorPrimary: '#5b3df5', checkoutColorCard: '#ffffff', checkoutColorText: '#1d1147' };
    expect(paintGround('light', chosen, 'card')).toMatchObject({
      primary: '#5b3df5',
      'on-primary': '#ffffff',
      surface: '#ffffff',
      text: '#1d1147',
      link: '#5b3df5',
    });
  });
});

describe('checkoutCss', () => {
  it('contains both sides and follows the system unless the page sets one', () => {
    const settings = { light: { checkoutColorBackground: '#123456' }, dark: { checkoutColorBackground: '#654321' } };
    expect(checkoutCss(settings)).toMatch(/#123456.*prefers-color-scheme:dark.*#654321.*data-theme=dark.*#654321/s);
  });

  it.each([
    ['8px', '--radius:min(8px,1.375rem);'],
    ['0', '--radius:0px;'],
    ['0.5rem', '--radius:min(0.5rem,1.375rem);'],
    ['8px 4px 0 0', '--radius:min(8px,1.375rem);'],
    ['.5rem/2px', '--radius:min(0.5rem,1.375rem);'],
    ['calc(1rem - 2px)', '--radius:min(calc(1rem - 2px),1.375rem);'],
    ['min(1vw, 10px)', '--radius:min(min(1vw, 10px),1.375rem);'],
    ['1px;}body{}', undefined],
    ['var(--x)', undefined],
  ])('reads the radius %s', (checkoutBorderRadius, expected) => {
    const css = checkoutCss({ light: { checkoutBorderRadius } });
    if (expected) expect(css).toContain(expected);
    else expect(css).not.toContain('--radius');
  });

  it('contains no merchant input and nothing that ends a style element', () => {
    const anything = fc.record({
      light: fc.record({ checkoutColorText: fc.string(), checkoutBorderRadius: fc.string() }),
    });
    fc.assert(
      fc.property(anything, (settings) =>
        /^[\w\s#:;,.%(){}=[\]*+/-]+$/.test(checkoutCss(settings).replaceAll('@media', '')),
      ),
    );
    const evil = '#fff}</style><script>alert(1)</script>';
    expect(checkoutCss({ light: { checkoutColorText: evil, checkoutBorderRadius: evil } })).not.toMatch(/[<>&"'\\]/);
  });
});
