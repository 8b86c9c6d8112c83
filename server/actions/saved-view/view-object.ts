/** A saved view as the dashboard gets it, and the validation of its fields. */
import { z } from 'zod';
import {
  maxViewNameLength,
  maxViewQueryLength,
  type ViewedList,
  viewedLists,
  viewQuery,
} from '#server/analytics/rules/saved-view.ts';
import { nameTaken, type SavedView } from '#server/analytics/saved-views.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { requiredText, shownId, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';

export const shownView = z.object({
  id: shownUuid(),
  storeId: shownId('STO'),
  list: z.enum(viewedLists),
  name: z.string(),
  query: z.string(),
});

export const viewObject = ({ id, storeId, list, name, query }: SavedView) => ({
  id,
  storeId: toShortId('STO', storeId),
  list,
  name,
  query,
});

export const viewName = () => requiredText('name', maxViewNameLength, { lines: 'one' });
export const viewAddress = () => z.string().max(maxViewQueryLength);

const notAFilter = (list: string) => new ApiError(400, `Invalid query: is not a filter of ${list}`, 'resource');

/** The filter in canonical form; 400 if no part applies to that list. */
export function requireQuery(list: ViewedList, address: string): string {
  const query = viewQuery(list, address);
  if (query === '') throw notAFilter(list);
  return query;
}

/**
 * A saved view as the audit log records it: the fields it filters by, without the values. Values may be email
 * addresses, and the trail is permanent.
 */
export const viewFacts = ({ list, name, query }: Pick<SavedView, 'list' | 'name' | 'query'>) => ({
  list,
  name,
  filtersBy: [...new Set(new URLSearchParams(query).keys())].join(', '),
});

export const noQuery = notAFilter('<list>').when('`query` contains no filter of the list');
export const otherViewsName = nameTaken().when('the account has another view of the list with this name');
export const noView = errors.viewNotFound().when('the account has no such view');
