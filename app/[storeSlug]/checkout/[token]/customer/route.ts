import { handleCustomer } from '../../../../../server/gateway/checkout-door.ts';
import { throughNext } from '../../../../../server/gateway/next-door.ts';
import type { CheckoutParams } from '../read-page.ts';

/** Ties the checkout to the customer whose session token is in the body. */
export async function POST(request: Request, { params }: { params: Promise<CheckoutParams> }): Promise<Response> {
  const address = await params;
  return await throughNext(request, (raw) => handleCustomer(address, raw));
}
