/**
 * An email's HTML: one column with the store's name and colors, in markup that mail programs support. Text by merchants and
 * buyers is always escaped. Loading this module is slow, so it is loaded with the first email.
 */
import { Body, Button, Container, Head, Heading, Html, Img, Preview, Section, Text } from '@react-email/components';
import { LRUCache } from 'lru-cache';
import { createElement, type ReactElement } from 'react';
import type { EmailBlock, EmailContent } from '#server/events/rules/email.ts';
import type { Theme } from '#server/stores/rules/store.ts';
import { type Paint, paintGround } from '#server/stores/rules/theme/paint.ts';

const fonts = '-apple-system, BlinkMacSystemFont, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif';
const maxPreviewLength = 140;

/** The colors of the light and the dark theme. */
interface Colors {
  readonly page: Paint;
  readonly card: Paint;
  readonly nightPage: Paint;
  readonly nightCard: Paint;
}

/** Mail programs expect this one. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** The email as an HTML document. */
export async function renderPage(content: EmailContent): Promise<string> {
  // Next rejects a static import of it.
  const { renderToStaticMarkup } = await import('react-dom/server');
  return doctype + renderToStaticMarkup(pageOf(content));
}

function pageOf(content: EmailContent): ReactElement {
  const { language, direction, storeName, heading, blocks } = content;
  const colors = colorsOf(content);
  const align = direction === 'rtl' ? 'right' : 'left';
  const body = { backgroundColor: colors.page.background, fontFamily: fonts, margin: 0, padding: '24px 12px' };
  const card = {
    backgroundColor: colors.card.background,
    border: `1px solid ${colors.card.border}`,
    borderRadius: 12,
    margin: '0 auto',
    maxWidth: 560,
    padding: '28px 28px 20px',
    textAlign: align,
  } as const;
  const title = { color: colors.card.text, fontSize: 22, lineHeight: '30px', margin: '0 0 16px', fontWeight: 600 };
  return createElement(
    Html,
    { lang: language, dir: direction },
    createElement(
      Head,
      null,
      createElement('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('title', null, heading),
      createElement('style', null, nightCss(colors)),
    ),
    createElement(Preview, null, previewOf(blocks)),
    createElement(
      Body,
      { className: 'page', style: body },
      createElement(
        Container,
        // Repeated for mail programs that drop the html element.
        { className: 'card', style: card, lang: language, dir: direction },
        createElement(Header, { content, color: colors.card.text }),
        createElement(Heading, { as: 'h1', className: 'ink', style: title }, heading),
        ...blocks.map((block, index) => createElement(Block, { key: index, block, paint: colors.card, align })),
      ),
      storeName !== null && createElement(Footer, { storeName, color: colors.page.muted }),
    ),
  );
}

/** The store's logo or name; nothing for the service's own emails. */
function Header({
  content: { logo, storeName },
  color,
}: {
  content: EmailContent;
  color: string;
}): ReactElement | null {
  if (storeName === null) return null;
  if (logo !== null) {
    const style = { maxHeight: 40, maxWidth: 200, margin: '0 0 20px' };
    return createElement(Img, { src: logo, alt: storeName, height: 40, style });
  }
  const style = { color, fontSize: 15, fontWeight: 600, margin: '0 0 20px' };
  return createElement(Text, { className: 'ink', style }, storeName);
}

interface BlockProps {
  readonly block: EmailBlock;
  readonly paint: Paint;
  readonly align: 'left' | 'right';
}

function Block({ block, paint, align }: BlockProps): ReactElement {
  if (block.kind === 'button') return buttonOf(block, paint);
  if (block.kind === 'facts') return factsOf(block, paint, align);
  const text = { color: paint.text, fontSize: 16, lineHeight: '25px', margin: '0 0 16px', textAlign: align } as const;
  if (block.kind === 'quote') {
    const side = align === 'right' ? 'borderRight' : 'borderLeft';
    const padding = align === 'right' ? '0 12px 0 0' : '0 0 0 12px';
    const style = { ...text, color: paint.muted, [side]: `3px solid ${paint.border}`, padding, whiteSpace: 'pre-wrap' };
    return createElement(Text, { className: 'faint edge', style, dir: 'auto' }, block.text);
  }
  if (block.kind === 'note') {
    const style = { ...text, color: paint.muted, fontSize: 14, lineHeight: '21px', margin: '0 0 10px' };
    return createElement(Text, { className: 'faint', style }, block.text);
  }
  return createElement(Text, { className: 'ink', style: { ...text, whiteSpace: 'pre-line' } }, block.text);
}

/** A link to the service; anything that is not a web address is shown as text. */
function buttonOf({ label, url }: Extract<EmailBlock, { kind: 'button' }>, paint: Paint): ReactElement {
  const style = {
    backgroundColor: paint.primary,
    border: `1px solid ${paint['primary-edge']}`,
    borderRadius: 8,
    color: paint['on-primary'],
    fontSize: 16,
    fontWeight: 600,
    margin: '4px 0 20px',
    padding: '12px 20px',
  };
  if (!/^https?:\/\//.test(url)) return createElement(Text, null, `${label}: ${url}`);
  return createElement(Section, null, createElement(Button, { className: 'button', href: url, style }, label));
}

function factsOf(
  { rows }: Extract<EmailBlock, { kind: 'facts' }>,
  paint: Paint,
  align: 'left' | 'right',
): ReactElement {
  const cell = {
    borderBottom: `1px solid ${paint.border}`,
    fontSize: 15,
    fontWeight: 400,
    lineHeight: '22px',
    padding: '7px 0',
    verticalAlign: 'top',
  } as const;
  const head = { ...cell, color: paint.muted, textAlign: align, width: '36%' } as const;
  const padding = align === 'right' ? '7px 12px 7px 0' : '7px 0 7px 12px';
  const textAlign = align === 'left' ? 'right' : 'left';
  // An order number is one long word.
  const value = {
    ...cell,
    color: paint.text,
    textAlign,
    padding,
    overflowWrap: 'anywhere',
    wordBreak: 'break-word',
  } as const;
  const lines = rows.map((row) =>
    createElement(
      'tr',
      { key: row.label },
      createElement('th', { scope: 'row', className: 'faint edge', style: head }, row.label),
      createElement('td', { className: 'ink edge', style: value }, row.value),
    ),
  );
  const table = { width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '0 0 20px' } };
  return createElement('table', table, createElement('tbody', null, ...lines));
}

function Footer({ storeName, color }: { storeName: string; color: string }): ReactElement {
  const style = { color, fontSize: 13, lineHeight: '20px', margin: '16px auto 0', textAlign: 'center' } as const;
  return createElement(Text, { className: 'page-faint', style }, storeName);
}

/** The preview beside the subject: the first paragraph. */
function previewOf(blocks: readonly EmailBlock[]): string {
  const first = blocks.find((block) => block.kind === 'text');
  return first?.kind === 'text' ? [...first.text].slice(0, maxPreviewLength).join('') : '';
}

/** Finding readable colors takes a tenth of an email's time. */
const knownColors = new LRUCache<string, Colors>({ max: 500 });

function colorsOf({ colors }: EmailContent): Colors {
  const key = JSON.stringify(colors);
  const known = knownColors.get(key) ?? paint(colors);
  knownColors.set(key, known);
  return known;
}

function paint(colors: EmailContent['colors']): Colors {
  const theme: Theme = {
    ...(colors.primary && { checkoutColorPrimary: colors.primary }),
    ...(colors.background && { checkoutColorBackground: colors.background }),
    ...(colors.card && { checkoutColorCard: colors.card }),
    ...(colors.text && { checkoutColorText: colors.text }),
  };
  // The dark theme has our backgrounds; the store's button color stays if it is readable.
  const night: Theme = colors.primary ? { checkoutColorPrimary: colors.primary } : {};
  return {
    page: paintGround('light', theme, 'page'),
    card: paintGround('light', theme, 'card'),
    nightPage: paintGround('dark', night, 'page'),
    nightCard: paintGround('dark', night, 'card'),
  };
}

/** The dark theme. All colors are ours or parsed: no user's text gets into a style. */
function nightCss({ nightPage, nightCard }: Colors): string {
  const rules = [
    // The page's background is on a separate cell as well.
    `.page,.page>table>tbody>tr>td{background-color:${nightPage.background}!important}`,
    `.card{background-color:${nightCard.background}!important;border-color:${nightCard.border}!important}`,
    `.ink{color:${nightCard.text}!important}`,
    `.faint{color:${nightCard.muted}!important}`,
    `.edge{border-color:${nightCard.border}!important}`,
    `.button{background-color:${nightCard.primary}!important;color:${nightCard['on-primary']}!important;border-color:${nightCard['primary-edge']}!important}`,
    `.page-faint{color:${nightPage.muted}!important}`,
  ];
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`;
}
