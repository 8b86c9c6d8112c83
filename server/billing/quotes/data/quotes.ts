/** Stored quotes. */
import { and, desc, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { quotes } from '#db/schema/index.ts';
import { newId } from '#server/domain/ids.ts';
import { inStores, type ReadScope } from '#server/platform/data/listing.ts';
import { checkedInStore, isRow, type StoreScope } from '#server/platform/data/merchant-scope.ts';

export type Quote = typeof quotes.$inferSelect;

export async function insertQuote(tx: Tx, quote: Omit<Quote, 'id' | 'usedAt'>): Promise<Quote> {
  const row = { id: newId(), usedAt: null, ...quote };
  await tx.insert(quotes).values(row);
  return row;
}

interface QuoteKey extends StoreScope {
  readonly quoteId: string;
}

const isQuote = (key: QuoteKey) => isRow(quotes, { ...key, id: key.quoteId });

/** A quote of one store, or undefined. */
export async function findQuote(tx: Tx, key: QuoteKey): Promise<Quote | undefined> {
  const [row] = await tx.select().from(quotes).where(isQuote(key));
  return row;
}

/** The quotes with these ids in scope. The ids come from rows that the caller may read. */
export const findQuotes = (tx: Tx, scope: ReadScope, ids: readonly string[]): Promise<Quote[]> =>
  tx
    .select()
    .from(quotes)
    .where(and(inArray(quotes.id, [...ids]), inStores(quotes, scope), eq(quotes.environment, scope.environment)));

/** The newest quote of a session that is valid after `after`, or undefined. */
export async function findSessionQuote(
  tx: Tx,
  session: StoreScope & { readonly id: string },
  after: Date,
): Promise<Quote | undefined> {
  const [row] = await tx
    .select()
    .from(quotes)
    .where(and(eq(quotes.checkoutSessionId, session.id), checkedInStore(quotes, session), gt(quotes.validUntil, after)))
    .orderBy(desc(quotes.createdAt))
    .limit(1);
  return row;
}

/** Keeps a quote for good: a payment or a scheduled change follows it. */
export async function markQuoteUsed(tx: Tx, key: QuoteKey, now: Date): Promise<void> {
  await tx
    .update(quotes)
    .set({ usedAt: now })
    .where(and(isQuote(key), isNull(quotes.usedAt)));
}
