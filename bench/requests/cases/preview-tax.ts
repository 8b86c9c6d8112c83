/** The tax of many open sessions, requested by a store's own checkout. */
import { type SentRequest, singleRequests } from '../journey.ts';
import { type Merchant, newMerchant } from '../merchants.ts';
import { publicRequest, type RequestCase } from './case.ts';
import { type OpenSession, openSessions } from './create-session.ts';

export const taxRequest = (merchant: Merchant, { sessionId }: OpenSession): SentRequest =>
  publicRequest(merchant, '/v1/actions/checkout/preview-tax', {
    checkoutSessionId: sessionId,
    billingDetail: { country: 'DE', isBusiness: false },
  });

export const previewTax: RequestCase = {
  // The goal of 80 % of the ceiling is for signed requests and for writes.
  maxStatements: 2,
  goals: [],
  async prepare(product) {
    const merchant = await newMerchant(product);
    const sessions = await openSessions(product.url, merchant, 100);
    return { begin: singleRequests(sessions.map((session) => taxRequest(merchant, session))) };
  },
};
