/** The HTML document around a buyer's page, and what its browser is allowed to do with it. */
import { directionOf } from '#server/i18n/languages.ts';
import { areaOf, type HostedPage, type RenderedPage, referrerPolicyOf } from './page.ts';
import type { HostedBuild } from './renderer.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
/** Text for HTML, also between double quotes, as the renderer writes it. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<"]/g, (character) => escapes[character] ?? character);

/** JSON that cannot end the script element it stands in. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Over a bad network the page may arrive and its script not: then the page says so. (components/storefront/page/not-loaded.tsx) */
const noteFailure =
  "addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')document.documentElement.classList.add('not-loaded')},true)";

/** The countries stand in the form already, which is where the page's script finds them. (components/storefront/entry/hydrate.tsx) */
function withoutRepeats(page: HostedPage): HostedPage {
  const { content } = page;
  if (content.kind !== 'checkout' || !content.form) return page;
  const form = { ...content.form, lists: { ...content.form.lists, countries: [] } };
  return { ...page, content: { ...content, form } };
}

/**
 * The whole document. `nonce` is the one that the answer's policy names. `isPicture`: to be looked at only, with nothing
 * that runs or can be pressed, and without what is said where scripts are off.
 */
export function writeDocument(
  page: HostedPage,
  rendered: RenderedPage,
  build: HostedBuild,
  nonce: string,
  { isPicture = false } = {},
): string {
  const { reading, theme } = page;
  const { light, dark } = rendered.themeColors;
  const colors = theme
    ? `<meta name="theme-color" content="${theme === 'dark' ? dark : light}">`
    : `<meta name="theme-color" content="${light}" media="(prefers-color-scheme: light)"><meta name="theme-color" content="${dark}" media="(prefers-color-scheme: dark)">`;
  const entry = build.entries[areaOf(page.content)];
  const styles = entry.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('');
  const preloads = entry.preloads.map((href) => `<link rel="modulepreload" href="${href}" nonce="${nonce}">`).join('');
  const script = isPicture
    ? ''
    : `<script nonce="${nonce}">${noteFailure}</script>${preloads}<script type="module" src="${entry.script}" nonce="${nonce}"></script>`;
  const body = isPicture
    ? `<div id="root" inert>${asIfScripted(rendered.html)}</div>`
    : `<div id="root">${rendered.html}</div><script type="application/json" id="page">${safeJson(withoutRepeats(page))}</script>`;
  return `<!doctype html><html lang="${reading.language}" dir="${directionOf(reading.language)}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(rendered.title)}</title><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="${referrerPolicyOf(page.content)}"><meta name="format-detection" content="telephone=no">${colors}<link rel="icon" href="/icon.svg" type="image/svg+xml">${styles}<style nonce="${nonce}">${rendered.css}</style>${script}</head><body>${body}</body></html>`;
}

/** Without what stands there for browsers that run no scripts: elements, and classes (`noscript:hidden`). */
const asIfScripted = (html: string): string =>
  html.replace(/<noscript>.*?<\/noscript>/gs, '').replace(/\bnoscript:[\w-]+/g, '');

/** Further sources that a page needs: a payment provider's own script and frames. */
export interface ExtraSources {
  readonly script?: readonly string[];
  readonly frame?: readonly string[];
  readonly connect?: readonly string[];
  readonly image?: readonly string[];
}

/**
 * The answer's security headers. Pictures and films may come from anywhere by https, because merchants host theirs where they
 * like; everything else is the page's own, or named here.
 */
export function securityHeaders(
  nonce: string,
  {
    frameAncestors = [],
    extra = {},
    referrer = 'strict-origin-when-cross-origin',
  }: { frameAncestors?: readonly string[]; extra?: ExtraSources; referrer?: string } = {},
): Record<string, string> {
  const sources = (base: string, more: readonly string[] = []) => [base, ...more].join(' ');
  const policy = [
    "default-src 'none'",
    `script-src ${sources(`'nonce-${nonce}' 'strict-dynamic'`, extra.script)}`,
    `style-src ${sources(`'self' 'nonce-${nonce}'`)}`,
    `img-src ${sources("'self' https: data:", extra.image)}`,
    'media-src https:',
    `connect-src ${sources("'self'", extra.connect)}`,
    `frame-src ${extra.frame?.length ? extra.frame.join(' ') : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"}`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // Older browsers know no frame-ancestors; where some site may frame it, this header has no way to name it.
    ...(frameAncestors.length > 0 ? {} : { 'X-Frame-Options': 'DENY' }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrer,
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  };
}
