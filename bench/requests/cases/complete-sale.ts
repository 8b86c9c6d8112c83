/** A sale from its beginning to its end: a session is made, its page opened, and paid on. */
import { dataOf, type SentRequest } from '../journey.ts';
import { newMerchant } from '../merchants.ts';
import type { Product } from '../product.ts';
import { evenly, type RequestCase } from './case.ts';
import { pageOf } from './checkout-page.ts';
import { signedSessions } from './create-session.ts';
import { type OpenSession, openSessions } from './sessions.ts';

export interface SaleMaterial {
  readonly sessions: readonly SentRequest[];
  /** What the page sends to pay: what is due was shown. */
  readonly form: object;
}

const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' };

const send = (path: string, form: object): SentRequest => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en-US,en;q=0.9' },
  body: JSON.stringify(form),
});

/** The form that pays for such sessions. */
export async function formFor({ url }: Pick<Product, 'url'>, { path }: OpenSession): Promise<object> {
  const { method, headers, body } = send(`${path}/quote`, buyer);
  const answer = await fetch(`${url}${path}/quote`, { method, headers, body });
  const { data } = (await answer.json()) as { data: { shown: unknown } };
  return { ...buyer, ...card, shown: data.shown };
}

export const completeSale: RequestCase<SaleMaterial> = {
  goals: [{ ofSameSql: 0.8 }, evenly],
  async prepare(product) {
    const merchant = await newMerchant(product);
    const [session] = await openSessions(product, merchant, 1);
    const form = await formFor(product, session as OpenSession);
    return { material: { sessions: await signedSessions(merchant), form }, merchant };
  },
  *journey({ sessions, form }, number) {
    const made = dataOf(yield sessions[number % sessions.length] as SentRequest);
    const { pathname } = new URL(String(made.checkoutUrl));
    yield pageOf(pathname);
    const { state } = dataOf(yield send(`${pathname}/pay`, form));
    if (state !== 'paid') throw new Error(`The sale is ${String(state)}`);
  },
};
