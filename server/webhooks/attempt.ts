/** One request to a receiver: made after the claim is committed, and before anything is recorded of it. */

import { describeFailure, log } from '#server/platform/log.ts';
import { type WebhookAnswer, type WebhookRequest, WebhookUnreachable } from '#server/providers/webhooks/send.ts';
import type { ClaimedDelivery, NewAttempt, WebhookDelivery } from './data/webhook-deliveries.ts';
import { readAnswer, retryAfterOf } from './message.ts';
import { type AttemptResult, deliveryTimeoutMs } from './rules/webhook-delivery.ts';
import type { Webhook } from './webhooks.ts';

/** The way out: how a delivery becomes a request, and who makes it. */
export interface Way {
  readonly messageFor: (delivery: WebhookDelivery, webhook: Webhook, now: Date) => Promise<WebhookRequest>;
  /** Throws {@link WebhookUnreachable} where no answer comes in time. */
  readonly send: (request: WebhookRequest, options: { readonly timeoutMs: number }) => Promise<WebhookAnswer>;
}

/** A request that was made, and what came of it. */
export interface Attempt {
  readonly result: AttemptResult;
  readonly row: NewAttempt;
}

/** A stopwatch, in milliseconds: no business time. */
const stopwatch = () => performance.now();

/** Makes one request. Throws only where there is nothing to send, which is no fault of the receiver's. */
export async function attempt(
  { delivery, webhook }: ClaimedDelivery,
  { messageFor, send }: Way,
  now: Date,
): Promise<Attempt> {
  const request = await messageFor(delivery, webhook, now);
  const begunAt = stopwatch();
  const outcome = await ask(() => send(request, { timeoutMs: deliveryTimeoutMs }));
  const durationMs = Math.round(stopwatch() - begunAt);
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

type Asked = { readonly answer: WebhookAnswer } | { readonly error: string };

async function ask(send: () => Promise<WebhookAnswer>): Promise<Asked> {
  try {
    return { answer: await send() };
  } catch (error) {
    if (error instanceof WebhookUnreachable) return { error: error.message };
    log().error(describeFailure(error), 'webhook not sent');
    return { error: 'The request could not be sent' };
  }
}

/** Why an answer is no success, in a few words. */
function refusalOf({ status }: WebhookAnswer): string {
  if (status >= 200 && status < 300) return 'The receiver answered that it did not take it';
  return status >= 300 && status < 400 ? `Answered ${status}: redirects are not followed` : `Answered ${status}`;
}
