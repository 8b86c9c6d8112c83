import { type SQL, sql } from 'drizzle-orm';

/** The highest code point: no stored text has it after a prefix. */
const lastCodePoint = '\u{10ffff}';

/**
 * The condition that a text has a prefix. Unlike LIKE, it uses an index with `text_pattern_ops` also in a prepared statement,
 * where the prefix is unknown when the statement is planned.
 */
export const begins = (text: SQL, prefix: string): SQL =>
  sql`(${text} ~>=~ ${prefix} and ${text} ~<~ ${prefix + lastCodePoint})`;
