/** A GraphQL query as a merchant's backend sends it. */
import { createHash, sign } from 'node:crypto';
import { toShortId } from '#server/domain/ids.ts';
import type { MeasuredStore } from './stores.ts';

export function signedQuery({ store, privateKey }: MeasuredStore, query: string): RequestInit {
  const body = JSON.stringify({ query });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHash('sha256').update(body).digest('base64');
  const text = `POST\n/v1/graphql\n${timestamp}\n${digest}`;
  return {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Merchant-Id': toShortId('MER', store.merchantId),
      'X-Timestamp': timestamp,
      'X-Signature': sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64'),
    },
  };
}
