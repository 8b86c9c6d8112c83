/**
 * Derives a page's full palette from the few colors that a merchant may choose. A chosen color is used where it is readable
 * (WCAG AA: 4.5:1 for text, 3:1 for outlines), and replaced by black or white elsewhere.
 */
import type { Theme } from '../store.ts';
import { contrast, inkOn, mix, type Rgb, readColor, writeColor } from './contrast.ts';
import { palettes, type Side, type Token } from './palettes.ts';

/** The page, or the card on it that holds the form. */
export type Ground = 'page' | 'card';
/** `primary-hover` and `primary-edge` are the button's hover color, and its outline on a similar ground. */
export type Paint = Readonly<Record<Token | 'primary-hover' | 'primary-edge', string>>;

const [textRatio, outlineRatio] = [4.5, 3];
const tones = ['danger', 'success', 'warning', 'info'] as const;

/** All colors on one ground. */
export function paintGround(side: Side, theme: Theme, ground: Ground): Paint {
  const { color, isOurs } = groundColor(side, theme, ground);
  const palette = palettes[sideOf(color)];
  const ourColor = (token: Token): Rgb => readColor(palette[token], color) ?? inkOn(color);
  const text = firstReadable([readColor(theme.checkoutColorText, color), ourColor('text')], [color]);
  const isOurText = isOurs && theme.checkoutColorText === undefined;
  /** Our color if nothing was chosen, otherwise the faintest sufficient mix of text and ground. */
  const derive = (token: Token, amounts: readonly number[], ratio: number, against: readonly Rgb[]): Rgb => {
    const candidates = isOurText ? [ourColor(token)] : amounts.map((amount) => mix(color, text, amount));
    return candidates.find((candidate) => hasContrast(candidate, against, ratio)) ?? text;
  };
  const opposite = inkOn(text);
  const sunkenChoices = isOurText ? [ourColor('sunken')] : [mix(color, text, 0.05), mix(color, opposite, 0.05), color];
  const sunken = sunkenChoices.find((choice) => contrast(choice, text) >= textRatio) ?? color;
  const grounds = [color, sunken];
  const primary = readColor(theme.checkoutColorPrimary, color);
  const button = paintButton(primary ?? ourColor('primary'), primary ? undefined : ourColor('on-primary'), color);
  const focus = [ourColor('focus'), text].find((choice) => hasContrast(choice, grounds, outlineRatio)) ?? text;
  const colors: Record<string, Rgb> = {
    background: color,
    surface: color,
    sunken,
    text,
    muted: derive('muted', [0.65, 0.7, 0.75, 0.8, 0.85, 0.9], textRatio, grounds),
    border: derive('border', [0.16], 1, grounds),
    control: derive('control', [0.5, 0.6, 0.7, 0.8, 0.9], outlineRatio, grounds),
    link: firstReadable([primary, ourColor('link'), text], grounds),
    focus,
    ...button,
    'primary-edge': contrast(button.primary, color) < 1.5 ? text : button.primary,
    test: ourColor('test'),
    'test-stripe': ourColor('test-stripe'),
    'on-test': ourColor('on-test'),
  };
  for (const tone of tones) Object.assign(colors, paintTone(tone, ourColor, text, color));
  return Object.fromEntries(Object.entries(colors).map(([token, value]) => [token, writeColor(value)])) as Paint;
}

/** The side whose colors suit a ground. */
export const sideOf = (ground: Rgb): Side => (inkOn(ground)[0] === 0 ? 'light' : 'dark');

/** A ground's color, with transparent ones blended over the ground below. */
export function groundColor(side: Side, theme: Theme, ground: Ground): { color: Rgb; isOurs: boolean } {
  const ourPage = readColor(palettes[side].background, [0, 0, 0]) as Rgb;
  const chosenPage = readColor(theme.checkoutColorBackground, ourPage);
  if (ground === 'page') return { color: chosenPage ?? ourPage, isOurs: !chosenPage };
  const ourCard = readColor(palettes[side].surface, ourPage) as Rgb;
  const chosenCard = readColor(theme.checkoutColorCard, chosenPage ?? ourPage);
  return { color: chosenCard ?? ourCard, isOurs: !chosenCard };
}

const hasContrast = (color: Rgb, grounds: readonly Rgb[], ratio: number): boolean =>
  grounds.every((ground) => contrast(color, ground) >= ratio);

/** The first color that is readable on all grounds, otherwise black or white. */
function firstReadable(choices: readonly (Rgb | undefined)[], grounds: readonly [Rgb, ...Rgb[]] | readonly Rgb[]): Rgb {
  const readable = choices.find((choice) => choice && hasContrast(choice, grounds, textRatio));
  return readable ?? inkOn(grounds[0] as Rgb);
}

/** The main button. Its hover color moves away from the text's color, so that the text stays readable. */
function paintButton(primary: Rgb, preferredInk: Rgb | undefined, ground: Rgb) {
  const textColor = firstReadable([preferredInk], [primary]);
  const hover = mix(primary, inkOn(textColor), contrast(primary, inkOn(textColor)) < 1.6 ? 0 : 0.14);
  return { primary, 'on-primary': textColor, 'primary-hover': hover, 'primary-edge': ground };
}

/** A tone's text color on the ground, and its soft ground, which also has to suit plain text. */
function paintTone(
  tone: (typeof tones)[number],
  ourColor: (token: Token) => Rgb,
  text: Rgb,
  ground: Rgb,
): Record<string, Rgb> {
  const textColor = firstReadable([ourColor(`${tone}-text`), text], [ground]);
  const softs = [ourColor(`${tone}-soft`), mix(ground, textColor, 0.1), mix(ground, textColor, 0.05)];
  const soft = softs.find((choice) => hasContrast(choice, [textColor, text], textRatio)) ?? ground;
  return { [`${tone}-text`]: textColor, [`${tone}-soft`]: soft };
}
