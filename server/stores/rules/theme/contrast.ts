/** Color arithmetic for merchants' colors. (WCAG 2.2, "relative luminance", "contrast ratio".) */

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const black: Rgb = [0, 0, 0];
export const white: Rgb = [255, 255, 255];

const hexForm = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** Parses a hex color, blended over `ground` if it is transparent; undefined for anything else. */
export function readColor(text: unknown, ground: Rgb): Rgb | undefined {
  if (typeof text !== 'string' || !hexForm.test(text)) return undefined;
  const digits = text.slice(1);
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return mix(ground, [red, green, blue], alpha / 255);
}

/** `#rrggbb`. */
export const writeColor = (color: Rgb): string =>
  `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** Blends `amount` (0 to 1) of one color over another. */
export function mix(ground: Rgb, over: Rgb, amount: number): Rgb {
  const blend = (under: number, top: number) => Math.round(under + (top - under) * amount);
  return [blend(ground[0], over[0]), blend(ground[1], over[1]), blend(ground[2], over[2])];
}

/** From 0 for black to 1 for white. */
export function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => (part <= 10.31475 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** From 1 for equal colors to 21 for black on white. */
export function contrast(a: Rgb, b: Rgb): number {
  const [darker, lighter] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever is more readable: at least 4.58:1 on any ground. */
export const inkOn = (ground: Rgb): Rgb => (contrast(black, ground) >= contrast(white, ground) ? black : white);
