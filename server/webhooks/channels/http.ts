/** A merchant's own receiver: the stored body, signed. (decisions.md, "Webhooks".) */
import { createHmac } from 'node:crypto';
import type { Signature } from '../sign.ts';

export interface SignedDelivery {
  readonly id: string;
  readonly eventType: string;
  readonly sequence: number;
  readonly body: string;
  /** The time of the signature. */
  readonly at: Date;
  readonly signature: Signature;
  /** The secret that the store shares with its receiver; it is never sent itself. */
  readonly secret: string | null;
  /** Repeats event and signature under the names that receivers of the public client read. */
  readonly headerAliases: boolean;
}

/** The signed text: the time in milliseconds, a dot, and the exact body. */
export const signedText = (body: string, at: Date): string => `${at.getTime()}.${body}`;

/** The headers that identify and authenticate a delivery. */
export function httpHeaders({
  id,
  eventType,
  sequence,
  body,
  at,
  signature,
  secret,
  headerAliases,
}: SignedDelivery): Record<string, string> {
  const signed = `t=${at.getTime()},v1=${signature.value}`;
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Id': id,
    'X-Webhook-Event': eventType,
    'X-Webhook-Sequence': String(sequence),
    'X-Webhook-Key-Id': signature.keyId,
    'X-Webhook-Signature': signed,
    ...(headerAliases && { 'X-Waffo-Event': eventType, 'X-Waffo-Signature': signed }),
    ...(secret !== null && secretHeaders({ id, body, at }, secret)),
  };
}

/** The headers that prove the webhook's secret. */
export const secretHeaders = (
  { id, body, at }: Pick<SignedDelivery, 'id' | 'body' | 'at'>,
  secret: string,
): Record<string, string> => ({
  'X-Webhook-Secret-Signature': createHmac('sha256', secret).update(signedText(body, at)).digest('hex'),
  ...standardHeaders(id, body, at, secret),
});

/** The headers of Standard Webhooks (standardwebhooks.com), whose time is in seconds. */
function standardHeaders(id: string, body: string, at: Date, secret: string): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signature = createHmac('sha256', standardKey(secret)).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}

/** The key of a Standard Webhooks secret is Base64 after `whsec_`; any other secret is the key itself. */
function standardKey(secret: string): Buffer {
  const [, encoded] = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret) ?? [];
  return encoded ? Buffer.from(encoded, 'base64') : Buffer.from(secret);
}
