import type { HostedPage } from '../../server/hosted/page.ts';

/** This page as the server would make it now; undefined where no answer came. `choices` are those made on the page. */
export async function fetchPage(choices: Readonly<Record<string, string>>): Promise<HostedPage | undefined> {
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
