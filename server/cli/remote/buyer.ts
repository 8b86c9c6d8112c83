/** A buyer in the test environment, who uses the hosted checkout page like a browser. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Api, RemoteStore } from './api.ts';

export const cards = {
  works: '4242424242424242',
  declinedLater: '4000000000000341',
  declinedOnce: '4000009900006001',
} as const;

export type ProductType = 'onetime' | 'subscription';

/** Creates a product of the sandbox price; returns its ID. */
export async function createProduct(
  api: Api,
  { id: storeId }: RemoteStore,
  { type, name, amount }: { readonly type: ProductType; readonly name: string; readonly amount: string },
): Promise<string> {
  const content = { storeId, name, prices: { USD: { amount } } };
  const body = type === 'subscription' ? { ...content, billingPeriod: 'monthly' } : content;
  const { product } = await api.action(`${type}-product/create-product`, body);
  return product.id;
}

/** One buyer with an address and a browser of their own. */
export class Buyer {
  readonly email = `buyer-${randomUUID().slice(0, 8)}@example.com`;
  readonly #api: Api;
  readonly #store: RemoteStore;
  readonly #cookie = `counterfoil_buyer=${randomBytes(32).toString('base64url')}`;

  constructor(api: Api, store: RemoteStore) {
    this.#api = api;
    this.#store = store;
  }

  /** Buys a product with a card of the sandbox. Throws an Error if the payment does not succeed. */
  async buy(productId: string, productType: ProductType, card: string): Promise<void> {
    const body = { storeId: this.#store.id, productId, productType, currency: 'USD' };
    const { sessionId } = await this.#api.action('checkout/create-session', body);
    const form = { email: this.email, country: 'DE', state: '', postcode: '' };
    const { shown } = await this.#post(sessionId, 'quote', form);
    await this.#pay(sessionId, { ...form, cardNumber: card, cardExpiry: '12 / 40', cardCvc: '123', shown });
  }

  /** Confirms the quote of a plan change with the saved card. */
  async changePlan(originOrderId: string, productId: string, changeTiming: 'immediate' | 'next_period'): Promise<void> {
    const body = { originOrderId, productId, currency: 'USD', changeTiming };
    const { sessionId } = await this.#api.action('checkout/create-session', body);
    const { change } = await this.#post(sessionId, 'quote', { email: '', country: '', state: '', postcode: '' });
    await this.#pay(sessionId, { quoteId: change?.quoteId, method: 'saved' });
  }

  async #pay(sessionId: string, body: object): Promise<void> {
    const { state } = await this.#post(sessionId, 'pay', body);
    if (state !== 'paid' && state !== 'scheduled') throw new Error(`The payment was not successful: ${state}`);
  }

  async #post(sessionId: string, call: string, body: object) {
    const path = `/${this.#store.slug}/checkout/${sessionId}/${call}`;
    const headers = { 'Content-Type': 'application/json', Cookie: this.#cookie };
    const { status, text } = await this.#api.fetchText(path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data, errors } = JSON.parse(text);
    if (status !== 200) throw new Error(`${path}: ${status} ${errors?.[0]?.message}`);
    return data;
  }
}
