/** The checkout page as a browser requests it, of many open sessions in several stores. */
import { type SentRequest, singleRequests } from '../journey.ts';
import { newMerchant } from '../merchants.ts';
import { perSecond, type RequestCase } from './case.ts';
import { openSessions } from './create-session.ts';

const [stores, sessionsPerStore] = [5, 60];

/** The headers of a browser on which the answer depends. */
export const pageOf = (path: string): SentRequest => ({
  method: 'GET',
  path,
  headers: {
    Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'Accept-Encoding': 'gzip, deflate, br',
    'Accept-Language': 'en-US,en;q=0.9',
    'User-Agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  },
  body: '',
});

export const checkoutPage: RequestCase = {
  maxStatements: 1,
  goals: [perSecond(1500)],
  async prepare(product) {
    const requests: SentRequest[] = [];
    for (let store = 0; store < stores; store += 1) {
      const sessions = await openSessions(product.url, await newMerchant(product), sessionsPerStore);
      // Successive requests are for different stores.
      for (const [index, { path }] of sessions.entries()) requests[index * stores + store] = pageOf(path);
    }
    const page = await (await fetch(product.url + requests[0]?.path)).text();
    if (!page.includes('Handbook 1')) throw new Error('The checkout page does not name the product');
    return { begin: singleRequests(requests) };
  },
};
