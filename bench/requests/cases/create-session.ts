/** Checkout sessions, created by a merchant's backend (signed) and by a store's own checkout (by its slug). */
import { randomUUID } from 'node:crypto';
import { dataOf, exchangeWith, runJourney, type SentRequest, singleRequests } from '../journey.ts';
import { type Merchant, newMerchant, signedMany } from '../merchants.ts';
import { publicRequest, type RequestCase, shareOfSameSql } from './case.ts';

const path = '/v1/actions/checkout/create-session';
const goals = [shareOfSameSql(0.8)];

const contentOf = ({ productId }: Merchant, number: number) => ({
  productId,
  productType: 'onetime',
  currency: 'USD',
  metadata: { cart: `c-${number}` },
});

export const signedSessions = (merchant: Merchant, count?: number): SentRequest[] =>
  signedMany(
    merchant,
    path,
    (number) => ({
      storeId: merchant.storeId,
      ...contentOf(merchant, number),
      buyerEmail: 'buyer@example.com',
      orderMerchantExternalId: `order-${number}`,
    }),
    count,
  );

export const createSession: RequestCase = {
  maxStatements: 3,
  goals,
  async prepare(product) {
    const merchant = await newMerchant(product);
    return { begin: singleRequests(signedSessions(merchant)), publicKey: merchant.publicKey };
  },
};

/** Each request has its own idempotency key. */
export const createSessionIdempotent: RequestCase = {
  maxStatements: 6,
  goals,
  async prepare(product) {
    const merchant = await newMerchant(product);
    const requests = signedSessions(merchant);
    const begin = function* withKey(number: number) {
      const { headers, ...request } = requests[number % requests.length] as SentRequest;
      yield { ...request, headers: { ...headers, 'X-Idempotency-Key': randomUUID() } };
    };
    return { begin, publicKey: merchant.publicKey };
  },
};

export const createSessionSlug: RequestCase = {
  maxStatements: 3,
  goals,
  async prepare(product) {
    const merchant = await newMerchant(product);
    const contents = Array.from({ length: 100 }, (_, number) => contentOf(merchant, number));
    return { begin: singleRequests(contents.map((content) => publicRequest(merchant, path, content))) };
  },
};

export interface OpenSession {
  readonly sessionId: string;
  /** The path of its checkout page. */
  readonly path: string;
}

/** Creates sessions before a measurement. */
export async function openSessions(url: string, merchant: Merchant, count: number): Promise<OpenSession[]> {
  const sessions: OpenSession[] = [];
  function* create(request: SentRequest) {
    const { sessionId, checkoutUrl } = dataOf(yield request);
    sessions.push({ sessionId: String(sessionId), path: new URL(String(checkoutUrl)).pathname });
  }
  for (const request of signedSessions(merchant, count)) await runJourney(create(request), exchangeWith(url));
  return sessions;
}
