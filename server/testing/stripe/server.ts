/** A server that takes payments through a double of Stripe's API, for the tests of one file. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { stores } from '#db/schema/index.ts';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { db, newMerchant, newProduct, newSubscriptionProduct } from '../api.ts';
import { quoteCheckout } from '../orders/checkout.ts';
import { startApiServer, type TestServer } from '../test-servers.ts';
import { databaseUrl } from '../worker-servers.ts';
import { StripeDouble } from './double.ts';

export const paymentToken = (behavior: string): string => `ctoken_${behavior}~${randomUUID()}`;

const germanBuyer = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '' };

interface CheckoutOptions {
  readonly productType?: ProductType;
  /** Fields of the product. */
  readonly content?: Record<string, unknown>;
  readonly environment?: Environment;
  readonly buyer?: Partial<typeof germanBuyer>;
}

/** Starts the server before the tests of a file. `isWorker`: the worker's jobs run in this process. */
export function withStripeServer({ isWorker = false } = {}) {
  const stripe = new StripeDouble();
  let started: TestServer;
  const server = {
    get url() {
      return started.url;
    },
  };

  beforeAll(async () => {
    await stripe.listen();
    if (isWorker) Object.assign(process.env, stripe.settings, { LOG_LEVEL: 'silent' });
    started = await startApiServer(databaseUrl, { pages: false, worker: false, settings: stripe.settings });
  });
  afterEach(() => stripe.clearFaults());
  afterAll(async () => {
    await started.close();
    await stripe.close();
  });

  /** Sends a request with a JSON body, as a page of the server does. */
  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: server.url, ...headers },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the tests check the answer’s shape
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }

  return {
    stripe,
    server,
    post,
    /** Opens a checkout of a new merchant's product, by default in prod. */
    async openCheckout(options: CheckoutOptions = {}) {
      const { productType = 'onetime', content = {}, environment = 'prod' } = options;
      const merchant = await newMerchant();
      await db.update(stores).set({ prodEnabled: true }).where(eq(stores.id, merchant.store.id));
      const product = await (productType === 'onetime' ? newProduct : newSubscriptionProduct)(merchant, content);
      if (environment === 'prod') await merchant.call(`${productType}-product/publish-product`, { id: product.id });
      const request = { storeId: merchant.storeId, productId: product.id, productType, currency: 'USD' };
      const { body } = await merchant.call('checkout/create-session', request, { environment });
      const sessionId: string = body.data.sessionId;
      const address = { storeSlug: merchant.slug, sessionId };
      const path = `/${merchant.slug}/checkout/${sessionId}`;
      const buyer = { ...germanBuyer, ...options.buyer };
      const { shown } = await quoteCheckout(db, address, buyer, new Date(), englishVoice);
      const form = { ...buyer, shown };
      const pay = (behavior: string) => post(`${path}/pay`, { ...form, paymentToken: paymentToken(behavior) });
      return { merchant, sessionId, address, path, form, pay };
    },
    /** Sends Stripe's webhook about an object to the server. */
    async sendWebhook(
      type: string,
      object: object,
      change: (sent: { body: string; signature: string }) => object = () => ({}),
    ) {
      const webhook = stripe.webhook(type, object);
      const { body, signature } = { ...webhook, ...change(webhook) };
      const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
      const response = await fetch(`${server.url}/v1/payment-webhooks/stripe`, { method: 'POST', headers, body });
      // biome-ignore lint/suspicious/noExplicitAny: the tests check the answer’s shape
      return { status: response.status, body: (await response.json()) as any };
    },
  };
}
