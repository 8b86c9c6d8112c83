import { type SQL, sql } from 'drizzle-orm';

/** No text goes on with this after what it begins with. */
const beyondAll = '\u{10ffff}';

/**
 * The condition that a text begins so, as an index with `text_pattern_ops` answers it also in a prepared statement, where
 * nothing is known of the beginning: LIKE would not.
 */
export const begins = (text: SQL, beginning: string): SQL =>
  sql`(${text} ~>=~ ${beginning} and ${text} ~<~ ${beginning + beyondAll})`;
