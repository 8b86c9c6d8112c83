/** The checkout's page as a browser asks for it: of many open sessions, of several stores. */
import type { SentRequest } from '../journey.ts';
import { newMerchant } from '../merchants.ts';
import { evenly, type RequestCase } from './case.ts';
import { type OpenSession, openSessions } from './sessions.ts';

const [stores, sessionsOfEach] = [5, 60];

/** What a browser sends that decides the answer. */
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

export const checkoutPage: RequestCase<readonly SentRequest[]> = {
  goals: [{ perSecond: 1500 }, evenly],
  async prepare(product) {
    const sessions: OpenSession[][] = [];
    for (let store = 0; store < stores; store += 1) {
      sessions.push(await openSessions(product, await newMerchant(product), sessionsOfEach));
    }
    const page = await (await fetch(product.url + sessions[0]?.[0]?.path)).text();
    if (!page.includes('Handbook 1')) throw new Error('The checkout’s page does not name the product');
    // In turn from each store.
    const material = Array.from({ length: sessionsOfEach }, (_, place) =>
      sessions.map((of) => of[place] as OpenSession),
    );
    return { material: material.flat().map(({ path }) => pageOf(path)) };
  },
  *journey(requests, number) {
    yield requests[number % requests.length] as SentRequest;
  },
};
