/**
 * What the page changes in a merchant's colours, and why: each of their colours that could not be read where it stands
 * (WCAG AA: 4.5:1 for text, 3:1 for what has to be made out), and what buyers see instead. It asks the very code that
 * paints the page, so that the two cannot disagree.
 */
import type { Theme } from '#server/stores/rules/store.ts';
import { contrast, type Rgb, readColor, writeColor } from '#server/stores/rules/theme/contrast.ts';
import { type Ground, groundColor, paintGround } from '#server/stores/rules/theme/paint.ts';
import type { Side } from '#server/stores/rules/theme/palettes.ts';

export interface ThemeFinding {
  /** The colour that it is about. */
  readonly field: 'checkoutColorText' | 'checkoutColorPrimary';
  /** What the colour is used for there. */
  readonly use: 'text' | 'link' | 'button';
  readonly ground: Ground;
  /** As it was chosen: below {@link ThemeFinding.needed}. */
  readonly ratio: number;
  readonly needed: 4.5 | 3;
  /** `#rrggbb`: what buyers see instead, or of a button the outline around it; null: it is left as it is. */
  readonly used: string | null;
}

const grounds: readonly Ground[] = ['card', 'page'];

/** What buyers see otherwise than the merchant chose it, on one side. Colours that were not chosen are ours, and fine. */
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
  // A link has to be read on the sunken parts of its ground, too.
  const linkRatio = [color, painted('sunken')].map((behind) => contrast(primary, behind)).find((ratio) => ratio < 4.5);
  if (linkRatio) findings.push({ ...about, use: 'link', ratio: linkRatio, needed: 4.5, used: paint.link });
  const buttonRatio = contrast(primary, color);
  if (buttonRatio < 3) {
    const used = paint['primary-edge'] === writeColor(primary) ? null : paint['primary-edge'];
    findings.push({ ...about, use: 'button', ratio: buttonRatio, needed: 3, used });
  }
  return findings;
}

/** A ratio as a person reads it, never rounded up to what it fails to reach: "2.1:1". */
export const writeRatio = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;

/** Findings in a merchant's words: one sentence or two for each, the same on both grounds said once. */
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
  const seen = worst.used === null ? '' : nameColor(worst.used);
  switch (worst.use) {
    case 'text':
      return `Your text color on ${where} is hard to read ${figures}. Buyers see ${seen} instead.`;
    case 'link':
      return `Links in this color on ${where} are hard to read ${figures}. Buyers see links in ${seen} instead.`;
    case 'button': {
      const what = `A button in this color is hard to tell from ${where} ${figures}.`;
      return seen
        ? `${what} Buyers see an outline in ${seen} around it.`
        : `${what} What is written on it stays readable, so buyers see it as it is.`;
    }
  }
}

const nameColor = (hex: string): string => ({ '#000000': 'black', '#ffffff': 'white' })[hex] ?? hex;
