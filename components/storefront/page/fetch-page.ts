import type { HostedPage } from '#server/storefront/rendering/page.ts';

type Choices = Readonly<Record<string, string>>;

/** Fetches this page again with the given choices. Returns undefined without a valid response. */
export async function fetchPage(choices: Choices): Promise<HostedPage | undefined> {
  const url = new URL(location.href);
  url.hash = '';
  for (const [name, value] of Object.entries(choices)) url.searchParams.set(name, value);
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' }, cache: 'no-store' });
    return response.ok ? ((await response.json()) as HostedPage) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Writes the choices to the page's address, so that a reload keeps them where no cookie does (in another site's frame)
 * or where the address says otherwise.
 */
export function keepInAddress(choices: Choices): void {
  const url = new URL(location.href);
  const isFramed = window.top !== window.self;
  for (const [name, value] of Object.entries(choices)) {
    if (isFramed || url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
