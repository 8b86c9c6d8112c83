/** A request to a receiver, sent after the claim is committed and before its result is recorded. */

import { describeFailure, log } from '#server/platform/log.ts';
import { type WebhookAnswer, type WebhookRequest, WebhookUnreachable } from '#server/providers/webhooks/send.ts';
import type { WebhookDelivery } from './data/webhook-deliveries.ts';
import type { ClaimedDelivery, Receiver } from './data/webhook-delivery-claims.ts';
import type { NewAttempt } from './data/webhook-delivery-results.ts';
import { readAnswer, retryAfterOf } from './message.ts';
import { type AttemptResult, deliveryTimeoutMs } from './rules/webhook-delivery.ts';

/** Composes and sends a delivery's request. */
export interface Transport {
  readonly messageFor: (delivery: WebhookDelivery, webhook: Receiver, now: Date) => Promise<WebhookRequest>;
  /** Throws {@link WebhookUnreachable} if no answer arrives in time. */
  readonly send: (request: WebhookRequest, options: { readonly timeoutMs: number }) => Promise<WebhookAnswer>;
}

/** A request and its result. */
export interface Attempt {
  readonly result: AttemptResult;
  readonly row: NewAttempt;
}

/** A stopwatch in milliseconds, not business time. */
const stopwatch = () => performance.now();

/** Sends one request. Throws only if the request cannot be composed, which is not the receiver's fault. */
export async function attempt(
  { delivery, webhook }: ClaimedDelivery,
  { messageFor, send }: Transport,
  now: Date,
): Promise<Attempt> {
  const request = await messageFor(delivery, webhook, now);
  const startedMs = stopwatch();
  const outcome = await trySend(() => send(request, { timeoutMs: deliveryTimeoutMs }));
  const durationMs = Math.round(stopwatch() - startedMs);
  const { merchantId, storeId, environment } = delivery;
  const answer = 'answer' in outcome ? outcome.answer : undefined;
  const isSuccess = answer !== undefined && readAnswer(webhook.channel, answer) === 'success';
  const row: NewAttempt = {
    merchantId,
    storeId,
    environment,
    deliveryId: delivery.id,
    webhookId: webhook.id,
    url: request.url,
    requestHeaders: request.headers,
    requestBody: request.body === delivery.body ? null : request.body,
    responseStatus: answer?.status ?? null,
    responseHeaders: answer?.headers ?? null,
    responseBody: answer?.body ?? null,
    isSuccess,
    error: isSuccess ? null : 'error' in outcome ? outcome.error : refusalOf(outcome.answer),
    startedAt: now,
    durationMs,
  };
  if (isSuccess) return { result: { isSuccess }, row };
  return {
    result: { isSuccess, status: answer?.status, retryAfter: answer && retryAfterOf(webhook.channel, answer) },
    row,
  };
}

type SendOutcome = { readonly answer: WebhookAnswer } | { readonly error: string };

async function trySend(send: () => Promise<WebhookAnswer>): Promise<SendOutcome> {
  try {
    return { answer: await send() };
  } catch (error) {
    if (error instanceof WebhookUnreachable) return { error: error.message };
    log().error(describeFailure(error), 'could not send a webhook');
    return { error: 'The request could not be sent' };
  }
}

/** Why an answer is not a success, in a few words. */
function refusalOf({ status }: WebhookAnswer): string {
  if (status >= 200 && status < 300) return 'The chat service rejected the message';
  return status >= 300 && status < 400
    ? `Responded with ${status}; redirects are not followed`
    : `Responded with ${status}`;
}
