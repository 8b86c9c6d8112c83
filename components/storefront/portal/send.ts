/** What the portal's pages send, and what came of it. */
import type { PageErrorEntry } from '#server/http/envelope.ts';
import { postJson } from '../page/post-json.ts';

export type Sent<Data> =
  | { readonly kind: 'done'; readonly data: Data }
  | {
      readonly kind: 'refused';
      /** For the buyer, in the page's language. */
      readonly message: string;
      /** The field that it is about. */
      readonly field: string | undefined;
      /** The portal's own, in a word. */
      readonly reason: string | undefined;
      /** The visit has ended, or things are not as this page shows them. */
      readonly isStale: boolean;
    }
  /** No answer, or none that can be believed: it may have worked. */
  | { readonly kind: 'unknown' };

/** Posts to a path of the portal. Never throws. */
export async function send<Data>(path: string, body: object): Promise<Sent<Data>> {
  try {
    const response = await postJson(path, body);
    const { data, errors } = (await response.json()) as { data: Data | null; errors?: readonly PageErrorEntry[] };
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
