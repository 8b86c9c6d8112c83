/** A list's address: its filter, and which page of it is shown. */
import { isUuid } from '#server/domain/ids.ts';
import type { Leaf, Place } from '#server/platform/data/paging.ts';
import type { PageSearch } from './scope.ts';

/** What an address asks for, each value as it was given; several of one name stay several. */
export function paramsOf(search: Awaited<PageSearch>): URLSearchParams {
  const given = Object.entries(search).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new URLSearchParams(given);
}

/** The page that an address asks for; what is no id asks for the first one. */
export function placeIn(params: URLSearchParams): Place {
  const [before, after] = ['before', 'after'].map((name) => params.get(name) ?? '');
  if (before && isUuid(before)) return { before };
  return after && isUuid(after) ? { after } : {};
}

/** An address with that filter: only what it says, so that the list without one has a plain address. */
export function addressOf(href: string, filter: string | URLSearchParams, more: Readonly<Record<string, string>> = {}) {
  const wanted = new URLSearchParams(filter);
  for (const [name, value] of Object.entries(more)) wanted.set(name, value);
  return wanted.size === 0 ? href : `${href}?${wanted}`;
}

/** The addresses of the pages beside one. */
export const pagesBeside = (href: string, filter: string | URLSearchParams, { newer, older }: Leaf<unknown>) => ({
  newer: newer && addressOf(href, filter, { after: newer }),
  older: older && addressOf(href, filter, { before: older }),
});

/** A filter's values by their names, as its form shows them; several of one name with spaces between them. */
export function shownOf(query: string): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    shown[name] = shown[name] === undefined ? value : `${shown[name]} ${value}`;
  return shown;
}
