import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Theme } from '#server/stores/rules/store.ts';
import { contrast, type Rgb, readColor, writeColor } from '#server/stores/rules/theme/contrast.ts';
import { groundColor, paintGround } from '#server/stores/rules/theme/paint.ts';
import type { Side } from '#server/stores/rules/theme/palettes.ts';
import { describeFindings, findThemeProblems, type ThemeFinding, writeRatio } from './theme-findings.ts';

const hex = fc.stringMatching(/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/);
const side = fc.constantFrom<Side>('light', 'dark');
const ground = fc.constantFrom('page', 'card');
const theme: fc.Arbitrary<Theme> = fc.record(
  { checkoutColorPrimary: hex, checkoutColorBackground: hex, checkoutColorCard: hex, checkoutColorText: hex },
  { requiredKeys: [] },
);
const runs = { numRuns: 3000 };
const on = (findings: ThemeFinding[], use: ThemeFinding['use'], where: string) =>
  findings.find((finding) => finding.use === use && finding.ground === where);

describe('findThemeProblems', () => {
  it('reports exactly the colors that are replaced, with the replacement', () => {
    fc.assert(
      fc.property(side, theme, ground, (name, chosen, where) => {
        const paint = paintGround(name, chosen, where);
        const { color } = groundColor(name, chosen, where);
        const findings = findThemeProblems(name, chosen);
        const check = (value: string | undefined, painted: string, use: 'text' | 'link') => {
          const given = readColor(value, color);
          const finding = on(findings, use, where);
          if (!given) expect(finding).toBeUndefined();
          else if (!finding) expect(painted).toBe(writeColor(given));
          else {
            expect(finding.used).toBe(painted);
            expect(finding.ratio).toBeLessThan(4.5);
            expect(contrast(readColor(finding.used, color) as Rgb, color)).toBeGreaterThanOrEqual(4.5);
          }
        };
        check(chosen.checkoutColorText, paint.text, 'text');
        check(chosen.checkoutColorPrimary, paint.link, 'link');
      }),
      runs,
    );
  });

  it('reports a button with low contrast, and its outline', () => {
    fc.assert(
      fc.property(side, theme, ground, (name, chosen, where) => {
        const { color } = groundColor(name, chosen, where);
        const paint = paintGround(name, chosen, where);
        const primary = readColor(chosen.checkoutColorPrimary, color);
        const finding = on(findThemeProblems(name, chosen), 'button', where);
        expect(finding !== undefined).toBe(primary !== undefined && contrast(primary, color) < 3);
        if (finding) expect(finding.used ?? paint.primary).toBe(paint['primary-edge']);
        else if (primary) expect(paint['primary-edge']).toBe(paint.primary);
      }),
      runs,
    );
  });

  it('reports nothing for the default theme', () => {
    expect([...findThemeProblems('light', {}), ...findThemeProblems('dark', {})]).toEqual([]);
  });
});

describe('describeFindings', () => {
  const sentences = (name: Side, chosen: Theme) =>
    describeFindings(findThemeProblems(name, chosen)).map(({ text }) => text);

  it.each<[string, Theme, string[]]>([
    [
      'gray text on a white card',
      { checkoutColorText: '#bbbbbb', checkoutColorBackground: '#111111' },
      ['Your text color on the card is hard to read (1.9:1, needs 4.5:1). Customers see #1b1c19 instead.'],
    ],
    [
      'text that no default can replace',
      { checkoutColorText: '#808080', checkoutColorCard: '#7a7a7a', checkoutColorBackground: '#000' },
      ['Your text color on the card is hard to read (1.0:1, needs 4.5:1). Customers see black instead.'],
    ],
    [
      'yellow on white, on both grounds',
      { checkoutColorPrimary: '#ffe600', checkoutColorBackground: '#ffffff' },
      [
        'Links in this color on the card and the background are hard to read (1.2:1, needs 4.5:1). Customers see links in #12593a instead.',
        'A button in this color is hard to tell from the card and the background (1.2:1, needs 3:1). Customers see an outline in #1b1c19 around it.',
      ],
    ],
    [
      'a button that stays unchanged',
      { checkoutColorPrimary: '#8ab4f8', checkoutColorBackground: '#000000' },
      [
        'Links in this color on the card are hard to read (2.1:1, needs 4.5:1). Customers see links in #12593a instead.',
        'A button in this color is hard to tell from the card (2.1:1, needs 3:1). Its label stays readable, so customers see the button unchanged.',
      ],
    ],
  ])('%s', (_, chosen, expected) => {
    expect(sentences('light', chosen)).toEqual(expected);
  });

  it('never rounds a ratio up', () => {
    expect(writeRatio(4.499)).toBe('4.4:1');
    expect(writeRatio(2.999)).toBe('2.9:1');
    expect(writeRatio(1)).toBe('1.0:1');
  });
});
