/** Receives payment webhooks: POST /v1/payment-webhooks/stripe, signed by Stripe. */
import { database } from '#db/client.ts';
import { applyStripeWebhook } from '#server/checkout/apply-provider-webhook.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { successBody } from '#server/http/envelope.ts';
import { bytesOf, type GatewayRequest, header, pathOf } from '#server/http/http.ts';
import type { Reply } from '#server/http/reply.ts';
import { pointsOf } from '#server/http/request-body.ts';
import { readClock } from '#server/platform/clock.ts';
import { countAnonymousCall } from '#server/platform/rate-limits/rate-limit.ts';
import type { Settings } from '#server/platform/settings.ts';

/**
 * Answers a Stripe webhook: 200 `{applied}`, where `applied` says whether it concerned a payment or refund of ours; 400
 * `Invalid signature`; 404 if Stripe is not configured; 500 if Stripe cannot be queried, so that it sends the webhook
 * again. Signed webhooks are exempt from rate limits: Stripe sends bursts.
 */
export async function answerStripeWebhook(request: GatewayRequest, reply: Reply, settings: Settings): Promise<void> {
  try {
    if (!settings.stripe) throw errors.unknownAction(pathOf(request.url));
    if (request.method !== 'POST') throw errors.methodNotAllowed('POST');
    const signed = { body: bytesOf(request), signature: header(request.headers, 'stripe-signature') };
    const { webhookSecret } = settings.stripe;
    const { isApplied } = await applyStripeWebhook(database(settings).db, signed, { webhookSecret }, readClock());
    reply.send(200, successBody({ applied: isApplied }, []));
  } catch (refusal) {
    if (refusal instanceof ApiError)
      reply.count(await countAnonymousCall(request.address, settings, pointsOf(request)));
    throw refusal;
  }
}
