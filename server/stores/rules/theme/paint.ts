/**
 * From the few colours that a merchant may choose to all that a page needs. What was chosen is kept where it can be
 * read (WCAG AA: 4.5:1 for text, 3:1 for outlines) and gives way to black or white where it cannot.
 */
import type { Theme } from '../store.ts';
import { contrast, inkOn, mix, type Rgb, readColor, writeColor } from './contrast.ts';
import { palettes, type Side, type Token } from './palettes.ts';

/** The page itself, or the sheet on it that holds the form. */
export type Ground = 'page' | 'card';
/** `primary-hover` and `primary-edge` are the button's, pointed at and outlined where it would not stand out. */
export type Paint = Readonly<Record<Token | 'primary-hover' | 'primary-edge', string>>;

const [textRatio, outlineRatio] = [4.5, 3];
const tones = ['danger', 'success', 'warning', 'info'] as const;

/** Every colour for what stands on one ground. */
export function paintGround(side: Side, theme: Theme, ground: Ground): Paint {
  const { color, isOurs } = groundColor(side, theme, ground);
  const palette = palettes[sideOf(color)];
  const ours = (token: Token): Rgb => readColor(palette[token], color) ?? inkOn(color);
  const text = firstReadable([readColor(theme.checkoutColorText, color), ours('text')], [color]);
  const isOurText = isOurs && theme.checkoutColorText === undefined;
  /** Ours where nothing was chosen, else the faintest mix of text and ground that will do. */
  const derive = (token: Token, amounts: readonly number[], ratio: number, against: readonly Rgb[]): Rgb => {
    const candidates = isOurText ? [ours(token)] : amounts.map((amount) => mix(color, text, amount));
    return candidates.find((candidate) => reaches(candidate, against, ratio)) ?? text;
  };
  const away = inkOn(text);
  const sunkenChoices = isOurText ? [ours('sunken')] : [mix(color, text, 0.05), mix(color, away, 0.05), color];
  const sunken = sunkenChoices.find((choice) => contrast(choice, text) >= textRatio) ?? color;
  const grounds = [color, sunken];
  const primary = readColor(theme.checkoutColorPrimary, color);
  const button = paintButton(primary ?? ours('primary'), primary ? undefined : ours('on-primary'), color);
  const focus = [ours('focus'), text].find((choice) => reaches(choice, grounds, outlineRatio)) ?? text;
  const colors: Record<string, Rgb> = {
    background: color,
    surface: color,
    sunken,
    text,
    muted: derive('muted', [0.65, 0.7, 0.75, 0.8, 0.85, 0.9], textRatio, grounds),
    border: derive('border', [0.16], 1, grounds),
    control: derive('control', [0.5, 0.6, 0.7, 0.8, 0.9], outlineRatio, grounds),
    link: firstReadable([primary, ours('link'), text], grounds),
    focus,
    ...button,
    'primary-edge': contrast(button.primary, color) < 1.5 ? text : button.primary,
    test: ours('test'),
    'test-stripe': ours('test-stripe'),
    'on-test': ours('on-test'),
  };
  for (const tone of tones) Object.assign(colors, paintTone(tone, ours, text, color));
  return Object.fromEntries(Object.entries(colors).map(([token, value]) => [token, writeColor(value)])) as Paint;
}

/** The side whose colours suit what stands on that ground. */
export const sideOf = (ground: Rgb): Side => (inkOn(ground)[0] === 0 ? 'light' : 'dark');

/** The ground's own colour, see-through ones laid over what is below them. */
export function groundColor(side: Side, theme: Theme, ground: Ground): { color: Rgb; isOurs: boolean } {
  const ours = readColor(palettes[side].background, [0, 0, 0]) as Rgb;
  const chosenPage = readColor(theme.checkoutColorBackground, ours);
  if (ground === 'page') return { color: chosenPage ?? ours, isOurs: !chosenPage };
  const ourCard = readColor(palettes[side].surface, ours) as Rgb;
  const chosenCard = readColor(theme.checkoutColorCard, chosenPage ?? ours);
  return { color: chosenCard ?? ourCard, isOurs: !chosenCard };
}

const reaches = (color: Rgb, grounds: readonly Rgb[], ratio: number): boolean =>
  grounds.every((ground) => contrast(color, ground) >= ratio);

/** The first that can be read on all the grounds; else black or white. */
function firstReadable(choices: readonly (Rgb | undefined)[], grounds: readonly [Rgb, ...Rgb[]] | readonly Rgb[]): Rgb {
  const readable = choices.find((choice) => choice && reaches(choice, grounds, textRatio));
  return readable ?? inkOn(grounds[0] as Rgb);
}

/** The main button. Pointed at, it moves away from its text's colour, so that the text stays readable. */
function paintButton(primary: Rgb, preferredInk: Rgb | undefined, ground: Rgb) {
  const ink = firstReadable([preferredInk], [primary]);
  const hover = mix(primary, inkOn(ink), contrast(primary, inkOn(ink)) < 1.6 ? 0 : 0.14);
  return { primary, 'on-primary': ink, 'primary-hover': hover, 'primary-edge': ground };
}

/** A tone's ink on the ground and on its own pale ground, on which the plain text stands too. */
function paintTone(
  tone: (typeof tones)[number],
  ours: (token: Token) => Rgb,
  text: Rgb,
  ground: Rgb,
): Record<string, Rgb> {
  const ink = firstReadable([ours(`${tone}-text`), text], [ground]);
  const softs = [ours(`${tone}-soft`), mix(ground, ink, 0.1), mix(ground, ink, 0.05)];
  const soft = softs.find((choice) => reaches(choice, [ink, text], textRatio)) ?? ground;
  return { [`${tone}-text`]: ink, [`${tone}-soft`]: soft };
}
