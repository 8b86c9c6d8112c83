/** The browser's half: takes over what the server rendered. */
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Choice } from '#server/storefront/checkout/form.ts';
import type { HostedPage } from '#server/storefront/rendering/page.ts';
import { App } from './app.tsx';
import './storefront.css';

/** Brings the page to life; `Content` is what shows its area's pages. */
export function wake(Content: ComponentType): void {
  const [root, data] = [document.getElementById('root'), document.getElementById('page')];
  if (!root || !data) return;
  const page = withCountries(JSON.parse(data.textContent) as HostedPage);
  hydrateRoot(root, <App page={page} Content={Content} />);
}

/** The countries that the document's form lists, which its data does not repeat. */
function withCountries(page: HostedPage): HostedPage {
  const { content } = page;
  const list = document.querySelector<HTMLSelectElement>('select[name=country]');
  if (content.kind !== 'checkout' || !content.form || !list) return page;
  const named = [...list.options].filter(({ value }) => value !== '');
  const countries = named.map(({ value, text }): Choice => [value, text]);
  const form = { ...content.form, lists: { ...content.form.lists, countries } };
  return { ...page, content: { ...content, form } };
}
