/** The quote of a plan change on its page. A page that is opened again shows the same quote while it is valid. */
import type { Database, Tx } from '#db/client.ts';
import type { Order } from '#server/billing/orders/orders.ts';
import type { Quote as QuoteText } from '#server/billing/payments/quote.ts';
import { createChangeQuote, isQuoteCurrent, requireOrigin } from '#server/billing/plan-changes/change-quote.ts';
import { describeChange } from '#server/billing/plan-changes/describe-change.ts';
import { findSessionQuote, type Quote } from '#server/billing/quotes/data/quotes.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { Checkout } from './address.ts';

/** A shown quote stays valid for at least this long, so that the buyer can read and confirm it. */
const minReadingMs = 10 * 60_000;

/** The plan change of a session in the buyer's language. Throws 400 if the subscription cannot be changed. */
export const quoteChange = (
  db: Database,
  checkout: Pick<Checkout, 'session' | 'store'>,
  order: Order | undefined,
  now: Date,
  voice: Voice,
): Promise<QuoteText> =>
  db.transaction(async (tx) => {
    const { session, store } = checkout;
    const quote = await findOrCreateQuote(tx, checkout, order, now);
    const { productName } = await requireOrigin(tx, session);
    const facts = { fromPlan: productName, storeName: store.name, taxIncluded: session.price.taxIncluded };
    return describeChange(quote, facts, voice);
  });

async function findOrCreateQuote(
  tx: Tx,
  { session }: Pick<Checkout, 'session'>,
  order: Order | undefined,
  now: Date,
): Promise<Quote> {
  const change = { session, order };
  const shown = await findSessionQuote(tx, session, new Date(now.getTime() + minReadingMs));
  if (shown && (await isQuoteCurrent(tx, change, await requireOrigin(tx, session), shown))) return shown;
  return await createChangeQuote(tx, change, now);
}
