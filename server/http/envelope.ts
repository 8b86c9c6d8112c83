/** The envelope of every body under /v1/. (commerce-api.md, "Response envelope objects", "Errors") */

import type { ApiError, ErrorEntry } from '#server/domain/errors.ts';
import type { Warning } from '#server/platform/action.ts';

/** A success's body as text. */
export const successBody = (data: object, warnings: readonly Warning[]): string =>
  JSON.stringify(warnings.length > 0 ? { data, warnings } : { data });

/** A refusal's body as text. */
export const errorBody = (error: ApiError): string => JSON.stringify({ data: null, errors: error.entries });

/** A refusal's body for our own pages, which show it at the field of its `path` and read its `code`. */
export function pageErrorBody({ entries: [first, ...others], code, path }: ApiError): string {
  const cause: PageErrorEntry = { ...first, code, ...(path !== undefined && { path }) };
  return JSON.stringify({ data: null, errors: [cause, ...others] });
}

export interface PageErrorEntry extends ErrorEntry {
  readonly code: string;
  readonly path?: string;
}
