/** A store's theme as CSS. Merchant input is parsed and rewritten, never copied. */
import { readCssRadius } from '#server/stores/rules/css-length.ts';
import type { CheckoutSettings, Theme } from '#server/stores/rules/store.ts';
import { writeColor } from '#server/stores/rules/theme/contrast.ts';
import { groundColor, paintGround, sideOf } from '#server/stores/rules/theme/paint.ts';
import type { Side } from '#server/stores/rules/theme/palettes.ts';

/** The class of elements on the card's color. */
export const cardClass = 'on-card';

/** The maximum corner radius: half a control's height. More only distorts large cards. */
export const maxRadiusPx = 22;

/**
 * The rules for light and dark. The buyer's system decides unless the page sets `data-theme`. The CSS contains no
 * quotes or angle brackets, so that escaping cannot change it.
 */
export function checkoutCss(settings: CheckoutSettings): string {
  const dark = (root: string) => sideCss(root, 'dark', settings);
  const system = `@media (prefers-color-scheme:dark){${dark(':root:not([data-theme])')}}`;
  return `${sideCss(':root', 'light', settings)}${system}${dark(':root[data-theme=dark]')}`;
}

/** The page's background color, for the browser's toolbar. */
export const pageColor = (settings: CheckoutSettings, side: Side): string =>
  writeColor(groundColor(side, settings[side] ?? {}, 'page').color);

function sideCss(root: string, side: Side, settings: CheckoutSettings): string {
  const theme = settings[side] ?? {};
  const radius = pageRadius(theme.checkoutBorderRadius);
  const page = groundCss(side, theme, 'page') + (radius ? `--radius:${radius};` : '');
  const ground = `background-color:${pageColor(settings, side)};`;
  return `${root}{${ground}${page}}${root} .${cardClass}{${groundCss(side, theme, 'card')}}`;
}

/** The colors as variables, and `color` itself: descendants inherit the computed color, not the variable. */
function groundCss(side: Side, theme: Theme, ground: 'page' | 'card'): string {
  const variables = Object.entries(paintGround(side, theme, ground)).map(([token, value]) => `--${token}:${value};`);
  return `color-scheme:${sideOf(groundColor(side, theme, ground).color)};${variables.join('')}color:var(--text);`;
}

/** The corner radius as CSS: the value's first length, capped. Undefined if the value is no CSS length. */
export function pageRadius(value: string | undefined): string | undefined {
  const first = readCssRadius(value ?? '')?.first;
  return first && (first === '0px' ? first : `min(${first},${maxRadiusPx / 16}rem)`);
}
