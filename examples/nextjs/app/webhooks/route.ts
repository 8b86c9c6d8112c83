import { verifyWebhook, WebhookVerificationError } from '@counterfoil/client';
import { publicKeys, storeId } from '../../lib/counterfoil';
import { orders } from '../../lib/orders';

/** Grants and withdraws access. After 500 the server delivers the webhook again. */
export async function POST(request: Request) {
  const received = { headers: request.headers, body: await request.text() };
  try {
    const event = await verifyWebhook(received, { publicKeys, storeId });
    const { orderId, orderMerchantExternalId: visitor } = event.data;
    // Deliveries can repeat and arrive in any order.
    if (event.eventType === 'order.completed' && !orders.has(orderId))
      orders.set(orderId, { visitor, isRefunded: false });
    if (event.eventType === 'refund.succeeded' && event.data.refundedAmount === event.data.originalChargedAmount)
      orders.set(orderId, { visitor, isRefunded: true });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 400 });
    throw error;
  }
  return new Response(null, { status: 204 });
}
