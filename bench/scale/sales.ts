/** Selling in a store of any size: a signed session, its tax, its page, and a complete sale. */
import { pageOf } from '../requests/cases/checkout-page.ts';
import { salesOf } from '../requests/cases/complete-sale.ts';
import { openSessions, signedSessions } from '../requests/cases/create-session.ts';
import { taxRequest } from '../requests/cases/preview-tax.ts';
import { type Begin, exchangeWith, runJourney, singleRequests } from '../requests/journey.ts';
import type { Measurements } from './measure.ts';
import type { LargeStore } from './stores.ts';

/** The requests are signed in advance; the signatures are valid for five minutes. */
export async function saleMeasurements(url: string, { merchant }: LargeStore): Promise<Measurements> {
  const opened = await openSessions(url, merchant, 20);
  let number = 0;
  const prepare = (begin: Begin) => () => {
    const journey = begin(number++);
    return () => runJourney(journey, exchangeWith(url));
  };
  return {
    'sell: create a session, signed': prepare(singleRequests(signedSessions(merchant, 100))),
    'sell: preview its tax': prepare(singleRequests(opened.map((session) => taxRequest(merchant, session)))),
    'sell: open its page': prepare(singleRequests(opened.map(({ path }) => pageOf(path)))),
    'sell: a complete sale': prepare(await salesOf(url, merchant)),
  };
}
