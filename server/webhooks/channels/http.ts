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
}: SignedDelivery): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Id': id,
    'X-Webhook-Event': eventType,
    'X-Webhook-Sequence': String(sequence),
    'X-Webhook-Key-Id': signature.keyId,
    'X-Webhook-Signature': `t=${at.getTime()},v1=${signature.value}`,
    ...(secret !== null && { 'X-Webhook-Secret-Signature': hmacOf(signedText(body, at), secret) }),
  };
}

const hmacOf = (text: string, secret: string): string => createHmac('sha256', secret).update(text).digest('hex');
