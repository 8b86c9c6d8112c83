import type { HostedPage } from '#server/storefront/rendering/page.ts';

type Choices = Readonly<Record<string, string>>;

/** This page as the server would make it now; undefined where no answer came. `choices` are those made on the page. */
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
 * Writes what was chosen into the page's own address, so that loading it again changes nothing: in another site's frame,
 * where no cookie remembers it, and where the address says something else.
 */
export function keepInAddress(choices: Choices): void {
  const url = new URL(location.href);
  const isFramed = window.top !== window.self;
  for (const [name, value] of Object.entries(choices)) {
    if (isFramed || url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  if (url.href !== location.href) history.replaceState(history.state, '', url);
}
