/**
 * What the page changes in a merchant's colors: each color that fails WCAG AA (4.5:1 for text, 3:1 for controls), and
 * its replacement. Uses the code that paints the page, so that the two cannot disagree.
 */
import type { Theme } from '#server/stores/rules/store.ts';
import { contrast, type Rgb, readColor, writeColor } from '#server/stores/rules/theme/contrast.ts';
import { type Ground, groundColor, paintGround } from '#server/stores/rules/theme/paint.ts';
import type { Side } from '#server/stores/rules/theme/palettes.ts';

export interface ThemeFinding {
  /** The setting with the color. */
  readonly field: 'checkoutColorText' | 'checkoutColorPrimary';
  /** Where the color is used. */
  readonly use: 'text' | 'link' | 'button';
  readonly ground: Ground;
  /** The chosen color's contrast, below {@link ThemeFinding.needed}. */
  readonly ratio: number;
  readonly needed: 4.5 | 3;
  /** `#rrggbb`: the replacement, or a button's outline. Null: no change. */
  readonly used: string | null;
}

const grounds: readonly Ground[] = ['card', 'page'];

/** The colors of one side that the page changes. Default colors are never reported. */
export const findThemeProblems = (side: Side, theme: Theme): ThemeFinding[] =>
  grounds.flatMap((ground) => findOn(side, theme, ground));

function findOn(side: Side, theme: Theme, ground: Ground): ThemeFinding[] {
  const { color } = groundColor(side, theme, ground);
  const paint = paintGround(side, theme, ground);
  const painted = (token: keyof typeof paint) => readColor(paint[token], color) as Rgb;
  const text = readColor(theme.checkoutColorText, color);
  const primary = readColor(theme.checkoutColorPrimary, color);
  const findings: ThemeFinding[] = [];
  if (text && contrast(text, color) < 4.5) {
    const ratio = contrast(text, color);
    findings.push({ field: 'checkoutColorText', use: 'text', ground, ratio, needed: 4.5, used: paint.text });
  }
  if (!primary) return findings;
  const about = { field: 'checkoutColorPrimary', ground } as const;
  // A link must also be readable on sunken parts.
  const linkRatio = [color, painted('sunken')].map((behind) => contrast(primary, behind)).find((ratio) => ratio < 4.5);
  if (linkRatio) findings.push({ ...about, use: 'link', ratio: linkRatio, needed: 4.5, used: paint.link });
  const buttonRatio = contrast(primary, color);
  if (buttonRatio < 3) {
    const used = paint['primary-edge'] === writeColor(primary) ? null : paint['primary-edge'];
    findings.push({ ...about, use: 'button', ratio: buttonRatio, needed: 3, used });
  }
  return findings;
}

/** Formats a contrast ratio, rounded down: "2.1:1". */
export const writeRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

/** Describes findings for a merchant. A finding on both backgrounds is described once. */
export function describeFindings(
  findings: readonly ThemeFinding[],
): { key: string; text: string; used: string | null }[] {
  const groups = new Map<string, ThemeFinding[]>();
  for (const finding of findings) {
    const key = [finding.field, finding.use, finding.used].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups].map(([key, group]) => ({ key, text: describe(group), used: group[0]?.used ?? null }));
}

const groundNames = { card: 'the card', page: 'the background' } as const;

function describe(group: readonly ThemeFinding[]): string {
  const worst = group.toSorted((a, b) => a.ratio - b.ratio)[0] as ThemeFinding;
  const where = group.map(({ ground }) => groundNames[ground]).join(' and ');
  const figures = `(${writeRatio(worst.ratio)}, needs ${worst.needed}:1)`;
  const shownColor = worst.used === null ? '' : nameColor(worst.used);
  switch (worst.use) {
    case 'text':
      return `Your text color on ${where} is hard to read ${figures}. Customers see ${shownColor} instead.`;
    case 'link':
      return `Links in this color on ${where} are hard to read ${figures}. Customers see links in ${shownColor} instead.`;
    case 'button': {
      const finding = `A button in this color is hard to tell from ${where} ${figures}.`;
      return shownColor
        ? `${finding} Customers see an outline in ${shownColor} around it.`
        : `${finding} Its label stays readable, so customers see the button unchanged.`;
    }
  }
}

const nameColor = (hex: string): string => ({ '#000000': 'black', '#ffffff': 'white' })[hex] ?? hex;
