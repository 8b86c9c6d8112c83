import { handleQuote } from '../../../../../server/gateway/checkout-door.ts';
import { throughNext } from '../../../../../server/gateway/next-door.ts';
import type { CheckoutParams } from '../read-page.ts';

/** What the checkout's session comes to for the buyer in the body. */
export async function POST(request: Request, { params }: { params: Promise<CheckoutParams> }): Promise<Response> {
  const address = await params;
  return await throughNext(request, (raw) => handleQuote(address, raw));
}
