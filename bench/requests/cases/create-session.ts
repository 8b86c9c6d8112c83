/** Checkout sessions as merchants' backends make them: signed, each with an id of the merchant's own. */
import { randomUUID } from 'node:crypto';
import type { SentRequest } from '../journey.ts';
import { type Merchant, newMerchant, signedMany } from '../merchants.ts';
import { evenly, publicRequest, type RequestCase } from './case.ts';

type Material = readonly SentRequest[];

const path = '/v1/actions/checkout/create-session';

export const signedSessions = (merchant: Merchant, count?: number): Promise<SentRequest[]> =>
  signedMany(
    merchant,
    path,
    (number) => ({
      storeId: merchant.storeId,
      productId: merchant.productId,
      productType: 'onetime',
      currency: 'USD',
      buyerEmail: 'buyer@example.com',
      metadata: { cart: `c-${number}` },
      orderMerchantExternalId: `order-${number}`,
    }),
    count,
  );

export const createSession: RequestCase<Material> = {
  goals: [{ ofSameSql: 0.8 }, evenly],
  async prepare(product) {
    const merchant = await newMerchant(product);
    return { material: await signedSessions(merchant), merchant };
  },
  *journey(requests, number) {
    yield requests[number % requests.length] as SentRequest;
  },
};

/** The same with a key of its own each, so that none is a repetition. */
export const createSessionIdempotent: RequestCase<Material> = {
  ...createSession,
  *journey(requests, number) {
    const { headers, ...request } = requests[number % requests.length] as SentRequest;
    yield { ...request, headers: { ...headers, 'X-Idempotency-Key': randomUUID() } };
  },
};

/** As a public checkout calls, by the store's slug. */
export const createSessionSlug: RequestCase<Material> = {
  goals: [{ ofSameSql: 0.8 }, evenly],
  async prepare(product) {
    const merchant = await newMerchant(product);
    const contents = Array.from({ length: 100 }, (_, number) => ({
      productId: merchant.productId,
      productType: 'onetime',
      currency: 'USD',
      metadata: { cart: `c-${number}` },
    }));
    return { material: contents.map((content) => publicRequest(merchant, path, content)) };
  },
  *journey(requests, number) {
    yield requests[number % requests.length] as SentRequest;
  },
};
