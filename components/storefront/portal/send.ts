/** The portal's requests and their outcomes. */
import type { ErrorEntry } from '#server/domain/errors.ts';
import { postJson } from '../page/post-json.ts';

export type Sent<Data> =
  | { readonly kind: 'done'; readonly data: Data }
  | {
      readonly kind: 'refused';
      /** A message for the buyer, in the page's language. */
      readonly message: string;
      /** The field with the problem. */
      readonly field: string | undefined;
      /** A code of the portal. */
      readonly reason: string | undefined;
      /** Whether the session has ended or the page is outdated. */
      readonly isStale: boolean;
    }
  /** No valid response: the request may have succeeded. */
  | { readonly kind: 'unknown' };

/** Posts to a portal path. Never throws. */
export async function send<Data>(path: string, body: object): Promise<Sent<Data>> {
  try {
    const response = await postJson(path, body);
    const { data, errors } = (await response.json()) as { data: Data | null; errors?: readonly ErrorEntry[] };
    if (response.ok && data) return { kind: 'done', data };
    const error = errors?.[0];
    if (!error || response.status >= 500) return { kind: 'unknown' };
    const { message, path: field, reason } = error;
    const isStale = field === undefined && reason === undefined && response.status === 400;
    return { kind: 'refused', message, field, reason, isStale: isStale || reason === 'signed_out' };
  } catch {
    return { kind: 'unknown' };
  }
}
