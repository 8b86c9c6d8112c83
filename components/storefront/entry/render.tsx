/** Server entry: renders a page as HTML. Built to `.hosted/server/render.js`. */
import { LRUCache } from 'lru-cache';
import { renderToString } from 'preact-render-to-string';
import { formatMessage } from '#server/i18n/format.ts';
import type { HostedPage, RenderedPage } from '#server/storefront/rendering/page.ts';
import { Markdown } from '../page/markdown.tsx';
import { checkoutCss, pageColor } from '../theme/theme-css.ts';
import { App } from './app.tsx';
import { CheckoutContent } from './checkout-content.tsx';
import { PortalContent } from './portal-content.tsx';
import { titleOf } from './title.ts';

/** Adds the product description as HTML, so that browsers need no Markdown parser. */
export function completePage(page: HostedPage): HostedPage {
  const { content } = page;
  if (content.kind !== 'checkout' || !content.view.product.description) return page;
  const descriptionHtml = descriptions.memo(content.view.product.description);
  const product = { ...content.view.product, descriptionHtml };
  return { ...page, content: { ...content, view: { ...content.view, product } } };
}

/** Cached: Markdown takes longer than the rest of the page. */
const descriptions = new LRUCache<string, string>({
  max: 100,
  memoMethod: (markdown) => renderToString(<Markdown text={markdown} />),
});

/** Renders a page into the parts of a document. */
export function renderPage(page: HostedPage): RenderedPage {
  const settings = page.store?.checkoutSettings ?? {};
  const Content = page.content.kind.startsWith('portal') ? PortalContent : CheckoutContent;
  return {
    title: titleOf(page.content, (key, values) => formatMessage(page.messages ?? {}, page.reading.locale, key, values)),
    html: renderToString(<App page={page} Content={Content} />),
    css: checkoutCss(settings),
    themeColors: { light: pageColor(settings, 'light'), dark: pageColor(settings, 'dark') },
  };
}
