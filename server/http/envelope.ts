/** The envelope of every body under /v1/. (commerce-api.md, "Response envelope objects", "Errors") */

import type { ApiError } from '#server/domain/errors.ts';
import type { Warning } from '#server/platform/action.ts';

/** A success's body as text. */
export const successBody = (data: object, warnings: readonly Warning[]): string =>
  JSON.stringify(warnings.length > 0 ? { data, warnings } : { data });

/** A refusal's body as text. */
export const errorBody = (error: ApiError): string => JSON.stringify({ data: null, errors: error.entries });
