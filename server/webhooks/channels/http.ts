/** A merchant's own receiver: the body as it is kept, signed. (decisions.md, "Webhooks".) */
import { createHmac } from 'node:crypto';
import type { Signature } from '../sign.ts';

export interface SignedDelivery {
  readonly id: string;
  readonly eventType: string;
  readonly sequence: number;
  readonly body: string;
  /** When it was signed. */
  readonly at: Date;
  readonly signature: Signature;
  /** What the store shares with its receiver; it never leaves as it is. */
  readonly secret: string | null;
}

/** What is signed: the time in milliseconds, a full stop, and the body to the byte. */
export const signedText = (body: string, at: Date): string => `${at.getTime()}.${body}`;

/** The headers that say what it is and prove whose. */
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
