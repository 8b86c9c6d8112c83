/** A store's theme as the CSS of one checkout page. Nothing a merchant typed gets into it: values are read and rewritten. */
import type { CheckoutSettings, Theme } from '../../server/domain/store.ts';
import { writeColor } from './contrast.ts';
import { groundColor, paintGround, sideOf } from './paint.ts';
import type { Side } from './palettes.ts';

/** What stands on the card's colour instead of the page's. */
export const cardClass = 'on-card';

const lengthForm =
  /^(?:0|(\d{1,4}(?:\.\d{1,3})?|\.\d{1,3})(px|rem|em|%|pt|pc|in|cm|mm|q|ch|ex|vw|vh|vmin|vmax))(?=$|[ /])/i;

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
  const radius = radiusOf(theme);
  const page = groundCss(side, theme, 'page') + (radius ? `--radius:${radius};` : '');
  const ground = `background-color:${pageColor(settings, side)};`;
  return `${root}{${ground}${page}}${root} .${cardClass}{${groundCss(side, theme, 'card')}}`;
}

/** The colours as variables; `color` again, because what is inherited is the colour and not the variable. */
function groundCss(side: Side, theme: Theme, ground: 'page' | 'card'): string {
  const variables = Object.entries(paintGround(side, theme, ground)).map(([token, value]) => `--${token}:${value};`);
  return `color-scheme:${sideOf(groundColor(side, theme, ground).color)};${variables.join('')}color:var(--text);`;
}

/** A length a corner can have, the first where there is one for each; more than a control's half height changes nothing but large cards, for the worse. */
function radiusOf(theme: Theme): string | undefined {
  const match = lengthForm.exec(theme.checkoutBorderRadius ?? '');
  if (!match) return undefined;
  return match[1] === undefined ? '0px' : `min(${Number(match[1])}${match[2]},1.375rem)`;
}
