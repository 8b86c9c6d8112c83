/** The part of an email that a store's members may read. Codes and sign-in links are visible to the recipient only. */

import type { Environment } from '#server/domain/environments.ts';
import type { EmailContent } from './email.ts';

interface StoredEmail {
  readonly environment: Environment | null;
  readonly isUrgent: boolean;
  readonly body: string;
  readonly html: string | null;
  readonly content: EmailContent | null;
}

/** The readable part of an email; null for none. */
export type Shown = {
  readonly body: string;
  /** As sent; null for an unsent or plain text email. */
  readonly html: string | null;
  /** The HTML is rendered from it. */
  readonly content: EmailContent | null;
} | null;

/** The tokens behind the `#` of sign-in and recovery links. */
const keys = /#(link|token)=[^\s"'<>&]+/g;
const withoutKeys = (text: string): string => text.replace(keys, '#$1=…');

/**
 * In test, emails to members are readable in full. Otherwise emails with codes and sign-in links are hidden, and other emails
 * are shown without the tokens in their links.
 */
export function shownOf({ environment, isUrgent, body, html, content }: StoredEmail, isToOwnPeople: boolean): Shown {
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
