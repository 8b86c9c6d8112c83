/** What the hosted checkout's pages read: a session, and the lists that its form chooses from. */
import { database } from '../../db/client.ts';
import { type CheckoutView, readCheckout } from '../checkout/view.ts';
import { readClock } from '../clock.ts';
import { countryCodes, regions } from '../domain/regions.ts';
import { sandboxCards } from '../domain/sandbox-cards.ts';
import { settings } from '../settings.ts';

export { countryCodes, regions, sandboxCards };

/** A session as its page shows it now; undefined for an address that leads nowhere. `country`: the buyer's, it seems. */
export const openCheckoutPage = (
  { storeSlug, token }: { storeSlug: string; token: string },
  country: string,
): Promise<CheckoutView | undefined> =>
  readCheckout(database(settings()).db, { storeSlug, sessionId: token }, readClock(), country);
