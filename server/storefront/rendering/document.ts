/** The HTML document of a buyer page, and its security headers. */
import { directionOf } from '#server/i18n/languages.ts';
import { areaOf, type HostedPage, type RenderedPage, referrerPolicyOf } from './page.ts';
import type { HostedBuild } from './renderer.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
/** Escapes text for HTML, including double-quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<"]/g, (character) => escapes[character] ?? character);

/** Serializes JSON that cannot end its script element. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Shows a notice if the page arrives without its script (components/storefront/page/not-loaded.tsx). */
const noteFailure =
  "addEventListener('error',function(e){if(e.target.tagName==='SCRIPT')document.documentElement.classList.add('not-loaded')},true)";

/** The form already contains the countries (components/storefront/entry/hydrate.tsx). */
function withoutRepeats(page: HostedPage): HostedPage {
  const { content } = page;
  if (content.kind !== 'checkout' || !content.form) return page;
  const form = { ...content.form, lists: { ...content.form.lists, countries: [] } };
  return { ...page, content: { ...content, form } };
}

/**
 * The whole document. `nonce` is the nonce of the answer's policy. `isPicture`: a preview without scripts, interaction
 * and `noscript` content.
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

/** Removes `noscript` elements and classes. */
const asIfScripted = (html: string): string =>
  html.replace(/<noscript>.*?<\/noscript>/gs, '').replace(/\bnoscript:[\w-]+/g, '');

/** Additional sources of a page: a payment provider's script and frames. */
export interface ExtraSources {
  readonly script?: readonly string[];
  readonly frame?: readonly string[];
  readonly connect?: readonly string[];
  readonly image?: readonly string[];
}

/**
 * The answer's security headers. Images and videos may come from any https host, as merchants host theirs anywhere; all
 * other sources are ours or listed here.
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
    // Older browsers do not support frame-ancestors, and X-Frame-Options cannot name allowed origins.
    ...(frameAncestors.length > 0 ? {} : { 'X-Frame-Options': 'DENY' }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrer,
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  };
}
