import type { ReceiverValues } from '../webhook-receivers.ts';

/** A complete receiver in TypeScript. */
export const typescriptReceiver = ({ baseUrl, storeId, environment, port }: ReceiverValues): string =>
  String.raw`import { verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

const environment = '${environment}';
const keysUrl = '${baseUrl}/v1/webhook-keys?environment=' + environment;
const storeId = '${storeId}';
const maxAgeMs = 5 * 60_000;

let cache = { at: 0, keys: new Map<string, string>() };

/** Returns a public key as PEM. Keys are cached for five minutes. */
async function findKey(id: string): Promise<string | undefined> {
  if (Date.now() - cache.at > 5 * 60_000) {
    const response = await fetch(keysUrl, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) throw new Error('cannot load the public keys');
    const { data } = await response.json();
    const keys = data[environment].keys as { id: string; publicKey: string }[];
    cache = { at: Date.now(), keys: new Map(keys.map((key) => [key.id, key.publicKey])) };
  }
  return cache.keys.get(id);
}

/** Verifies a request and returns its event. The body must be the raw bytes. */
async function readEvent(headers: IncomingHttpHeaders, body: Buffer) {
  const signatureFormat = /^t=(\d{1,16}),v1=(\S+)$/;
  const [, time, signature] = signatureFormat.exec(String(headers['x-webhook-signature'])) ?? [];
  const key = await findKey(String(headers['x-webhook-key-id']));
  if (!time || !signature || !key) throw new Error('not signed with a published key');
  const signed = Buffer.concat([Buffer.from(time + '.'), body]);
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64'))) throw new Error('wrong signature');
  if (Math.abs(Date.now() - Number(time)) > maxAgeMs) throw new Error('too old');
  const event = JSON.parse(body.toString());
  // The same key signs events of other stores.
  if (event.storeId !== storeId) throw new Error('event of another store');
  return event;
}

createServer(async (request, response) => {
  try {
    const event = await readEvent(request.headers, await buffer(request));
    // Store the event unless its ID is known: deliveries can repeat. Process it later.
    console.log(event.id, event.eventType, event.data.orderId);
    response.writeHead(204).end();
  } catch (error) {
    console.error(error);
    response.writeHead(400).end();
  }
}).listen(${port});
`;

/** Verifies a webhook's `secret`. */
export const typescriptSecret = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** given: X-Webhook-Secret-Signature. time: t in X-Webhook-Signature. */
export function isOurs(secret: string, time: string, body: Buffer, given: string): boolean {
  const [expected, actual] = [
    createHmac('sha256', secret).update(time + '.').update(body).digest(),
    Buffer.from(given, 'hex'),
  ];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
`;
