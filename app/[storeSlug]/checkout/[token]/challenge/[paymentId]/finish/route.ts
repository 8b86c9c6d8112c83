import { handleChallenge } from '../../../../../../../server/gateway/checkout-door.ts';
import { throughNext } from '../../../../../../../server/gateway/next-door.ts';
import type { CheckoutParams } from '../../../read-page.ts';

interface Context {
  params: Promise<CheckoutParams & { paymentId: string }>;
}

/** What the buyer answered the sandbox's bank. */
export async function POST(request: Request, { params }: Context): Promise<Response> {
  const address = await params;
  return await throughNext(request, (raw) => handleChallenge(address, raw));
}
