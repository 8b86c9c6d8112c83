import { verifyWebhook, WebhookVerificationError } from '@counterfoil/client';
import { publicKeys, storeId } from '../../lib/counterfoil';
import { members } from '../../lib/members';

/** Grants and withdraws access. After 500 the server delivers the webhook again. */
export async function POST(request: Request) {
  const received = { headers: request.headers, body: await request.text() };
  try {
    const event = await verifyWebhook(received, { publicKeys, storeId });
    const { visitor } = event.data.orderMetadata ?? {};
    // Deliveries can repeat: adding and deleting twice changes nothing.
    if (typeof visitor === 'string' && event.eventType === 'order.completed') members.add(visitor);
    if (typeof visitor === 'string' && event.eventType === 'refund.succeeded') members.delete(visitor);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(null, { status: 400 });
    throw error;
  }
  return new Response(null, { status: 204 });
}
