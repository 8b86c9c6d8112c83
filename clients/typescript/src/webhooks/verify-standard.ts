/** Verifies webhooks by the secret of Standard Webhooks (standardwebhooks.com). */
import { fromBase64 } from '../base64.ts';
import { WebhookVerificationError } from '../errors.ts';
import type { WebhookEvent } from '../generated/webhook-events.ts';
import { defaultToleranceMs, headerOf, parseBody, requireRecent, signedBytes, type WebhookRequest } from './request.ts';

export interface VerifyStandardWebhookOptions {
  /** The webhook's `secret`: Base64 after `whsec_`, or a text that is the key itself. */
  readonly secret: string;
  /** The largest difference between signature and clock, five minutes by default. */
  readonly toleranceMs?: number | undefined;
  /** Unix time in milliseconds, the current time by default. */
  readonly now?: number | undefined;
}

/**
 * Verifies the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` and returns the event. Throws
 * WebhookVerificationError for anything that was not signed with the secret.
 */
export async function verifyStandardWebhook(
  request: WebhookRequest,
  { secret, toleranceMs = defaultToleranceMs, now = Date.now() }: VerifyStandardWebhookOptions,
): Promise<WebhookEvent> {
  const [id, time] = [headerOf(request, 'webhook-id'), headerOf(request, 'webhook-timestamp')];
  // Several signatures are separated by spaces, while a secret is replaced.
  const signatures = headerOf(request, 'webhook-signature')
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [fromBase64(one.slice(3))] : []));
  if (!id || !/^\d{1,13}$/.test(time) || signatures.length === 0)
    throw new WebhookVerificationError('missing_signature');
  const key = await importSecret(secret);
  const signed = signedBytes(`${id}.${time}.`, request);
  const matches = await Promise.all(
    signatures.map(async (one) => one !== undefined && (await crypto.subtle.verify('HMAC', key, one, signed))),
  );
  if (!matches.includes(true)) throw new WebhookVerificationError('wrong_signature');
  requireRecent(Number(time) * 1000, now, toleranceMs);
  return parseBody(request) as WebhookEvent;
}

/** Padded Base64. The server uses any other secret unchanged. */
const base64Secret = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;

async function importSecret(secret: string): Promise<CryptoKey> {
  // An empty key would accept the signatures of anyone.
  if (secret === '') throw new TypeError('secret is empty');
  const [, encoded = ''] = base64Secret.exec(secret) ?? [];
  const key = (encoded && fromBase64(encoded)) || new TextEncoder().encode(secret);
  return await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}
