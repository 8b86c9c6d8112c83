/** Where payment providers tell us of payments: POST /v1/payment-webhooks/stripe, signed by Stripe. */
import { database } from '../../db/client.ts';
import { hearStripeWebhook } from '../checkout/hear-webhook.ts';
import { readClock } from '../clock.ts';
import { ApiError, errors } from '../errors.ts';
import type { Settings } from '../settings.ts';
import { successBody } from './envelope.ts';
import { bytesOf, type GatewayRequest, header, pathOf } from './http.ts';
import { countAnonymousCall } from './rate-limit.ts';
import type { Reply } from './reply.ts';
import { pointsOf } from './request-body.ts';

/**
 * Answers a webhook of Stripe's: 200 `{heard}`, whether it was about a payment or refund of ours; 400 `Invalid signature`; 404
 * where Stripe is not set up; 500 where it could not be asked, and it sends the webhook again. What is signed is not
 * counted: Stripe may have much to tell at once.
 */
export async function answerStripeWebhook(request: GatewayRequest, reply: Reply, settings: Settings): Promise<void> {
  try {
    if (!settings.stripe) throw errors.unknownAction(pathOf(request.url));
    if (request.method !== 'POST') throw errors.methodNotAllowed('POST');
    const signed = { body: bytesOf(request), signature: header(request.headers, 'stripe-signature') };
    const { appUrl, stripe } = settings;
    const here = { webhookSecret: stripe.webhookSecret, appUrl };
    const answer = await hearStripeWebhook(database(settings).db, signed, here, readClock());
    reply.send(200, successBody(answer, []));
  } catch (refusal) {
    if (refusal instanceof ApiError)
      reply.count(await countAnonymousCall(request.address, settings, pointsOf(request)));
    throw refusal;
  }
}
