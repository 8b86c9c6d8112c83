import { randomUUID } from 'node:crypto';
import { cookies } from 'next/headers';
import { client, productId } from '../../lib/counterfoil';

/** Opens a checkout and leads the visitor there. */
export async function POST() {
  const shopUrl = process.env.SHOP_URL ?? 'http://localhost:4000';
  // A cookie names the visitor. Use the ID of your signed-in user instead.
  const jar = await cookies();
  const visitor = jar.get('visitor')?.value ?? randomUUID();
  jar.set('visitor', visitor, { httpOnly: true, sameSite: 'lax', secure: shopUrl.startsWith('https') });
  const { checkoutUrl } = await client.checkout.createSession({
    productId,
    currency: 'USD',
    successUrl: `${shopUrl}/members`,
    // Only an API key can set it, so the webhook can trust it. Metadata can come from a public checkout.
    orderMerchantExternalId: visitor,
  });
  return new Response(null, { status: 303, headers: { Location: checkoutUrl } });
}
