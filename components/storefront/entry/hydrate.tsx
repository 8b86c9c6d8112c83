/** Browser entry: hydrates the server-rendered page. */
import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Choice } from '#server/storefront/checkout/form.ts';
import type { HostedPage } from '#server/storefront/rendering/page.ts';
import { App } from './app.tsx';
import './storefront.css';

/** Hydrates the page. `Content` renders the pages of one area. */
export function hydrate(Content: ComponentType): void {
  const [root, data] = [document.getElementById('root'), document.getElementById('page')];
  if (!root || !data) return;
  const page = withCountries(JSON.parse(data.textContent) as HostedPage);
  hydrateRoot(root, <App page={page} Content={Content} />);
}

/** Reads the countries from the rendered form: the page's data omits them to stay small. */
function withCountries(page: HostedPage): HostedPage {
  const { content } = page;
  const list = document.querySelector<HTMLSelectElement>('select[name=country]');
  if (content.kind !== 'checkout' || !content.form || !list) return page;
  const named = [...list.options].filter(({ value }) => value !== '');
  const countries = named.map(({ value, text }): Choice => [value, text]);
  const form = { ...content.form, lists: { ...content.form.lists, countries } };
  return { ...page, content: { ...content, form } };
}
