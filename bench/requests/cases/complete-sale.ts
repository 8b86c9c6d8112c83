/** A complete sale in three requests: create the session, open its page, pay. */
import { type Begin, dataOf, exchangeWith, type SentRequest } from '../journey.ts';
import { type Merchant, newMerchant } from '../merchants.ts';
import { type RequestCase, shareOfSameSql } from './case.ts';
import { pageOf } from './checkout-page.ts';
import { openSessions, signedSessions } from './create-session.ts';

const buyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };
const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' };

const formRequest = (path: string, form: object): SentRequest => ({
  method: 'POST',
  path,
  headers: { 'Content-Type': 'application/json', 'Accept-Language': 'en-US,en;q=0.9' },
  body: JSON.stringify(form),
});

/** Sales of the merchant's product. The form repeats the amount that the page shows. */
export async function salesOf(url: string, merchant: Merchant): Promise<Begin> {
  const [session] = await openSessions(url, merchant, 1);
  const { shown } = dataOf(await exchangeWith(url)(formRequest(`${session?.path}/quote`, buyer)));
  const form = { ...buyer, ...card, shown };
  const requests = signedSessions(merchant);
  return function* sell(number) {
    const { checkoutUrl } = dataOf(yield requests[number % requests.length] as SentRequest);
    const { pathname } = new URL(String(checkoutUrl));
    yield pageOf(pathname);
    const { state } = dataOf(yield formRequest(`${pathname}/pay`, form));
    if (state !== 'paid') throw new Error(`The sale is ${String(state)}`);
  };
}

export const completeSale: RequestCase = {
  maxStatements: 18,
  goals: [shareOfSameSql(0.8)],
  async prepare(product) {
    const merchant = await newMerchant(product);
    return { begin: await salesOf(product.url, merchant), publicKey: merchant.publicKey };
  },
};
