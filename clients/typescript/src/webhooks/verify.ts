/** Verifies webhooks by the server's RSA signature. */
import { fromBase64 } from '../base64.ts';
import { WebhookVerificationError } from '../errors.ts';
import type { WebhookEvent } from '../generated/webhook-events.ts';
import { importPublicKey } from '../pem.ts';
import type { FindWebhookKey } from './keys.ts';
import { defaultToleranceMs, headerOf, parseBody, requireRecent, signedBytes, type WebhookRequest } from './request.ts';

export interface VerifyWebhookOptions {
  /** {@link webhookKeys}, or public keys in PEM by their ID. */
  readonly publicKeys: FindWebhookKey | Readonly<Record<string, string>>;
  /** Your store, or stores: the same key signs the events of every store. */
  readonly storeId: string | readonly string[];
  /** Refuses events of the other environment. */
  readonly environment?: 'test' | 'prod' | undefined;
  /** The largest difference between signature and clock, five minutes by default. */
  readonly toleranceMs?: number | undefined;
  /** Unix time in milliseconds, the current time by default. */
  readonly now?: number | undefined;
}

/**
 * Verifies the headers `X-Webhook-Signature` and `X-Webhook-Key-Id` and returns the event. Throws
 * WebhookVerificationError for a request that is no genuine event of the store. Events can repeat: remember their `id`.
 */
export async function verifyWebhook(
  request: WebhookRequest,
  { publicKeys, storeId, environment, toleranceMs = defaultToleranceMs, now = Date.now() }: VerifyWebhookOptions,
): Promise<WebhookEvent> {
  const [, time = '', text = ''] = /^t=(\d{1,16}),v1=(\S+)$/.exec(headerOf(request, 'x-webhook-signature')) ?? [];
  const signature = fromBase64(text);
  if (!time || !signature) throw new WebhookVerificationError('missing_signature');
  const key = await findKey(publicKeys, headerOf(request, 'x-webhook-key-id'));
  if (!key) throw new WebhookVerificationError('unknown_key');
  const isGenuine = await crypto.subtle.verify('RSASSA-PKCS1-v1_5', key, signature, signedBytes(`${time}.`, request));
  if (!isGenuine) throw new WebhookVerificationError('wrong_signature');
  requireRecent(Number(time), now, toleranceMs);
  const event = parseBody(request) as WebhookEvent;
  if (![storeId].flat().includes(event.storeId)) throw new WebhookVerificationError('other_store');
  if (environment !== undefined && event.mode !== environment) throw new WebhookVerificationError('other_environment');
  return event;
}

async function findKey(keys: VerifyWebhookOptions['publicKeys'], id: string): Promise<CryptoKey | undefined> {
  const own = typeof keys !== 'function' && Object.hasOwn(keys, id) ? keys[id] : undefined;
  const pem = typeof keys === 'function' ? await keys(id) : own;
  return pem === undefined ? undefined : await importPublicKey(pem);
}
