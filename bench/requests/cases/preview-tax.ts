/** The tax on many open sessions, as a public checkout asks for it. */
import type { SentRequest } from '../journey.ts';
import { newMerchant } from '../merchants.ts';
import { evenly, publicRequest, type RequestCase } from './case.ts';
import { openSessions } from './sessions.ts';

export const previewTax: RequestCase<readonly SentRequest[]> = {
  // Neither signed nor a write, of which 80 % of the ceiling is asked.
  goals: [evenly],
  async prepare(product) {
    const merchant = await newMerchant(product);
    const sessions = await openSessions(product, merchant, 100);
    const billingDetail = { country: 'DE', isBusiness: false };
    const material = sessions.map(({ sessionId }) =>
      publicRequest(merchant, '/v1/actions/checkout/preview-tax', { checkoutSessionId: sessionId, billingDetail }),
    );
    return { material };
  },
  *journey(requests, number) {
    yield requests[number % requests.length] as SentRequest;
  },
};
