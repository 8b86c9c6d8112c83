/**
 * A receiver of webhooks in a process of its own: it fails now and then, believes nothing that is not signed with a key that
 * the service publishes, and remembers what it took. Its arguments: the
 * addresses of the service. `GET /heard` tells. Nothing fails twice, as each time it would wait for longer.
 */
import { verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listenForStop } from '#server/cli/stop-request.ts';

/** Something that came, and was taken or not. */
export interface Heard {
  readonly webhook: string;
  readonly id: string;
  readonly eventId: string;
  readonly isTaken: boolean;
}

const services = process.argv.slice(2);
/** Few enough that it is not spared, as one that fails much is. */
const failsEach = 31;
const heard: Heard[] = [];
const forged: string[] = [];
const failed = new Set<string>();
const keys = new Map<string, string>();
let count = 0;

/** The published key of that id; undefined where no instance answers. */
async function findKey(id: string): Promise<string | undefined> {
  for (const service of keys.has(id) ? [] : services) {
    const options = { signal: AbortSignal.timeout(3000) };
    const answer = await fetch(`${service}/v1/webhook-keys?environment=test`, options).catch(() => undefined);
    if (!answer?.ok) continue;
    const { data } = (await answer.json()) as { data: { test: { keys: { id: string; publicKey: string }[] } } };
    for (const key of data.test.keys) keys.set(key.id, key.publicKey);
    break;
  }
  return keys.get(id);
}

/** Whether it is signed; undefined where that cannot be said now. */
async function isSigned({ headers }: IncomingMessage, body: Buffer): Promise<boolean | undefined> {
  const [, time = '', signature = ''] = /^t=(\d{1,16}),v1=(\S+)$/.exec(String(headers['x-webhook-signature'])) ?? [];
  const key = await findKey(String(headers['x-webhook-key-id']));
  if (!key) return undefined;
  const signed = Buffer.concat([Buffer.from(`${time}.`), body]);
  return verify('RSA-SHA256', signed, key, Buffer.from(signature, 'base64'));
}

void listenForStop().requested.then(() => process.exit(0));

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ heard, forged }));
    return;
  }
  const body = await buffer(request);
  const signed = await isSigned(request, body);
  const { id, eventId } = JSON.parse(body.toString()) as { id: string; eventId: string };
  if (signed === false) forged.push(id);
  count += 1;
  const fails = count % failsEach === 0 && !failed.has(id);
  if (fails) failed.add(id);
  const isTaken = signed === true && !fails;
  heard.push({ webhook: request.url ?? '', id, eventId, isTaken });
  response.writeHead(isTaken ? 204 : 503).end();
}

const server = createServer((request, response) => {
  // A sender that was killed has gone in the middle of its request.
  answer(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
