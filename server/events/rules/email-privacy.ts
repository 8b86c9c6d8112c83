/** How much of an email a store's members may read. What lets somebody in belongs to whom it was sent to. */

import type { Environment } from '#server/domain/environments.ts';
import type { EmailContent } from './email.ts';

interface Kept {
  readonly environment: Environment | null;
  readonly isUrgent: boolean;
  readonly body: string;
  readonly html: string | null;
  readonly content: EmailContent | null;
}

/** What an email says, as far as it may be read; null where nothing of it may. */
export type Shown = {
  readonly body: string;
  /** As it went out; null where it did not, or as plain text only. */
  readonly html: string | null;
  /** What its HTML is made from. */
  readonly content: EmailContent | null;
} | null;

/** What stands behind the `#` of an address of ours that lets somebody in. */
const keys = /#(link|token)=[^\s"'<>&]+/g;
const withoutKeys = (text: string): string => text.replace(keys, '#$1=…');

/**
 * All of it in test, where it was written to one of the store's own people. Otherwise nothing of a code or a link to come
 * in by; and of other letters everything but the keys in their addresses.
 */
export function shownOf({ environment, isUrgent, body, html, content }: Kept, isToOwnPeople: boolean): Shown {
  if (environment === 'test' && isToOwnPeople) return { body, html, content };
  if (isUrgent) return null;
  const blocks = content?.blocks.map((block) =>
    block.kind === 'button' ? { ...block, url: withoutKeys(block.url) } : block,
  );
  return {
    body: withoutKeys(body),
    html: html && withoutKeys(html),
    content: content && { ...content, blocks: blocks ?? [] },
  };
}
