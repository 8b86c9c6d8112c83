/**
 * A webhook receiver in its own process. It fails now and then, rejects deliveries that are not signed with a published
 * key, and records the rest. Its arguments are the addresses of the service. `GET /deliveries` returns the record. No
 * delivery fails twice, because each retry waits longer.
 */
import { verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listenForStop } from '#server/cli/stop-request.ts';

/** A delivery, accepted or not. */
export interface ReceivedDelivery {
  readonly webhook: string;
  readonly id: string;
  readonly eventId: string;
  readonly isAccepted: boolean;
}

const services = process.argv.slice(2);
/** Rare enough that the endpoint is not paused as a failing one. */
const failureInterval = 31;
const received: ReceivedDelivery[] = [];
const forged: string[] = [];
const failed = new Set<string>();
const keys = new Map<string, string>();
let count = 0;

/** Returns the published key with this ID, or undefined if no instance answers. */
async function findKey(id: string): Promise<string | undefined> {
  for (const service of keys.has(id) ? [] : services) {
    const options = { signal: AbortSignal.timeout(3000) };
    const response = await fetch(`${service}/v1/webhook-keys?environment=test`, options).catch(() => undefined);
    if (!response?.ok) continue;
    const { data } = (await response.json()) as { data: { test: { keys: { id: string; publicKey: string }[] } } };
    for (const key of data.test.keys) keys.set(key.id, key.publicKey);
    break;
  }
  return keys.get(id);
}

/** Whether the delivery is signed. Undefined if the keys cannot be read at the moment. */
async function isSigned({ headers }: IncomingMessage, body: Buffer): Promise<boolean | undefined> {
  const [, time = '', signature = ''] = /^t=(\d{1,16}),v1=(\S+)$/.exec(String(headers['x-webhook-signature'])) ?? [];
  const key = await findKey(String(headers['x-webhook-key-id']));
  if (!key) return undefined;
  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  return verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64'));
}

void listenForStop().requested.then(() => process.exit(0));

async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ received, forged }));
    return;
  }
  const body = await buffer(request);
  const signed = await isSigned(request, body);
  const { id, eventId } = JSON.parse(body.toString()) as { id: string; eventId: string };
  if (signed === false) forged.push(id);
  count += 1;
  const fails = count % failureInterval === 0 && !failed.has(id);
  if (fails) failed.add(id);
  const isAccepted = signed === true && !fails;
  received.push({ webhook: request.url ?? '', id, eventId, isAccepted });
  response.writeHead(isAccepted ? 204 : 503).end();
}

const server = createServer((request, response) => {
  // A killed sender leaves an incomplete request.
  handleRequest(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
