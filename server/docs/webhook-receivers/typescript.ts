import type { ReceiverValues } from '../webhook-receivers.ts';

/** The receiver in TypeScript, as a whole program. */
export const typescriptReceiver = ({ baseUrl, storeId, environment, port }: ReceiverValues): string =>
  String.raw`import { verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

const environment = '${environment}';
const keysUrl = '${baseUrl}/v1/webhook-keys?environment=' + environment;
const storeId = '${storeId}';
const maxAgeMs = 5 * 60_000;

let kept = { at: 0, keys: new Map<string, string>() };

/** The published key of that id, as PEM. Keys are kept for five minutes. */
async function findKey(id: string): Promise<string | undefined> {
  if (Date.now() - kept.at > 5 * 60_000) {
    const response = await fetch(keysUrl, { signal: AbortSignal.timeout(5000) });
    if (!response.ok) throw new Error('the keys cannot be read');
    const { data } = await response.json();
    const keys = data[environment].keys as { id: string; publicKey: string }[];
    kept = { at: Date.now(), keys: new Map(keys.map((key) => [key.id, key.publicKey])) };
  }
  return kept.keys.get(id);
}

/** The event, or an error that says why it is not believed. The body: the very bytes that came. */
async function readEvent(headers: IncomingHttpHeaders, body: Buffer) {
  const form = /^t=(\d{1,16}),v1=(\S+)$/;
  const [, time, signature] = form.exec(String(headers['x-webhook-signature'])) ?? [];
  const key = await findKey(String(headers['x-webhook-key-id']));
  if (!time || !signature || !key) throw new Error('not signed with a published key');
  const signed = Buffer.concat([Buffer.from(time + '.'), body]);
  if (!verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64'))) throw new Error('wrong signature');
  if (Math.abs(Date.now() - Number(time)) > maxAgeMs) throw new Error('too old');
  const event = JSON.parse(body.toString());
  // Other stores' events are signed with the same key.
  if (event.storeId !== storeId) throw new Error('of another store');
  return event;
}

createServer(async (request, response) => {
  try {
    const event = await readEvent(request.headers, await buffer(request));
    // Keep it, unless there is one with this id already: the same event may come again. The work is for later.
    console.log(event.id, event.eventType, event.data.orderId);
    response.writeHead(204).end();
  } catch (reason) {
    console.error(reason);
    response.writeHead(400).end();
  }
}).listen(${port});
`;

/** How a webhook's `secret` is checked. */
export const typescriptSecret = `import { createHmac, timingSafeEqual } from 'node:crypto';

/** given: X-Webhook-Secret-Signature. time: the t of X-Webhook-Signature. */
export function isOurs(secret: string, time: string, body: Buffer, given: string): boolean {
  const [expected, actual] = [
    createHmac('sha256', secret).update(time + '.').update(body).digest(),
    Buffer.from(given, 'hex'),
  ];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
`;
