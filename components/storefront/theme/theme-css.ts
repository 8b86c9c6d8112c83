/** A store's theme as the CSS of one checkout page. Nothing a merchant typed gets into it: values are read and rewritten. */
import { readCssRadius } from '#server/stores/rules/css-length.ts';
import type { CheckoutSettings, Theme } from '#server/stores/rules/store.ts';
import { writeColor } from '#server/stores/rules/theme/contrast.ts';
import { groundColor, paintGround, sideOf } from '#server/stores/rules/theme/paint.ts';
import type { Side } from '#server/stores/rules/theme/palettes.ts';

/** What stands on the card's colour instead of the page's. */
export const cardClass = 'on-card';

/** The largest corner radius of the page: half a control's height. More only distorts large cards. */
export const maxRadiusPx = 22;

/**
 * The rules for both sides: the buyer's system decides unless the page says which (`data-theme`). Free of quotes and angle
 * brackets, so that it reads the same in a style element however it is escaped.
 */
export function checkoutCss(settings: CheckoutSettings): string {
  const dark = (root: string) => sideCss(root, 'dark', settings);
  const system = `@media (prefers-color-scheme:dark){${dark(':root:not([data-theme])')}}`;
  return `${sideCss(':root', 'light', settings)}${system}${dark(':root[data-theme=dark]')}`;
}

/** The page's own colour on one side, for the browser's chrome around it. */
export const pageColor = (settings: CheckoutSettings, side: Side): string =>
  writeColor(groundColor(side, settings[side] ?? {}, 'page').color);

function sideCss(root: string, side: Side, settings: CheckoutSettings): string {
  const theme = settings[side] ?? {};
  const radius = pageRadius(theme.checkoutBorderRadius);
  const page = groundCss(side, theme, 'page') + (radius ? `--radius:${radius};` : '');
  const ground = `background-color:${pageColor(settings, side)};`;
  return `${root}{${ground}${page}}${root} .${cardClass}{${groundCss(side, theme, 'card')}}`;
}

/** The colours as variables; `color` again, because what is inherited is the colour and not the variable. */
function groundCss(side: Side, theme: Theme, ground: 'page' | 'card'): string {
  const variables = Object.entries(paintGround(side, theme, ground)).map(([token, value]) => `--${token}:${value};`);
  return `color-scheme:${sideOf(groundColor(side, theme, ground).color)};${variables.join('')}color:var(--text);`;
}

/** The corner radius of the page, as CSS: the value's first length, up to the largest radius. Undefined: no CSS length. */
export function pageRadius(value: string | undefined): string | undefined {
  const first = readCssRadius(value ?? '')?.first;
  return first && (first === '0px' ? first : `min(${first},${maxRadiusPx / 16}rem)`);
}
