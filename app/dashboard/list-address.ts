/** A list's address: its filter and page. */
import { isUuid } from '#server/domain/ids.ts';
import type { ListPage, PagePosition } from '#server/platform/data/paging.ts';
import type { PageSearch } from './scope.ts';

/** The parameters of an address. Repeated names are kept. */
export function paramsOf(search: Awaited<PageSearch>): URLSearchParams {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    [value ?? []].flat().map((each): [string, string] => [name, each]),
  );
  return new URLSearchParams(entries);
}

/** The trimmed value of a parameter. Missing and repeated parameters are empty. */
export function textOf(search: Awaited<PageSearch>, name: string): string {
  const value = search[name];
  // PostgreSQL text cannot contain NUL.
  return typeof value === 'string' ? value.trim().slice(0, 200).replaceAll('\0', '') : '';
}

/** The page of the list in an address. Invalid IDs select the first page. */
export function pageOf(params: URLSearchParams): PagePosition {
  const [before, after] = ['before', 'after'].map((name) => params.get(name) ?? '');
  if (before && isUuid(before)) return { before };
  return after && isUuid(after) ? { after } : {};
}

/** The address of a list with a filter. Empty values are omitted. Without a filter, the address has no query. */
export function addressOf(
  href: string,
  filter: string | URLSearchParams | Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
) {
  const wanted = new URLSearchParams(filter);
  for (const [name, value] of Object.entries(more)) wanted.set(name, value);
  const values = [...wanted].filter(([, value]) => value !== '');
  return values.length === 0 ? href : `${href}?${new URLSearchParams(values)}`;
}

/** The addresses of the previous and the next page. */
export const pagesBeside = (href: string, filter: string | URLSearchParams, { newer, older }: ListPage<unknown>) => ({
  newer: newer && addressOf(href, filter, { after: newer }),
  older: older && addressOf(href, filter, { before: older }),
});

/** Whether any of a filter's shown values is set. */
export const isFiltered = (shown: object): boolean => Object.values(shown).some((value) => value !== '');

/** A filter's values by name, for its form. Repeated values are joined with spaces. */
export function shownOf(query: string): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    shown[name] = shown[name] === undefined ? value : `${shown[name]} ${value}`;
  return shown;
}
