/**
 * `bare.ts <url> <webhook> <address>`: the ceiling of deliveries: what has to be signed, sent and written for
 * each, and nothing checked or locked. Whenever it is asked it sends those that wait, and answers how that went.
 */
import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { newId } from '#server/domain/ids.ts';
import { answerAsked } from '../children.ts';

interface Waiting {
  readonly id: string;
  readonly merchant_id: string;
  readonly store_id: string;
  readonly environment: string;
  readonly webhook_id: string;
  readonly body: string;
}

const [url = '', webhookId = '', address = ''] = process.argv.slice(2);
/** So many at once as a worker sends at most, in groups that are recorded together. */
const [groups, perGroup] = [4, 16];
const sql = postgres(url, { max: groups, max_pipeline: 1 } as postgres.Options<Record<string, postgres.PostgresType>>);
const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = createPrivateKey(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const signAsync = promisify<string, NodeJS.ArrayBufferView, typeof key, Buffer>(sign);
const agent = new Agent({ keepAlive: true, maxSockets: groups * perGroup });

/** How many were sent, and in what time. */
export interface Sent {
  readonly sent: number;
  readonly seconds: number;
}

answerAsked(async (): Promise<Sent> => {
  const waiting = await sql<Waiting[]>`
    select id, merchant_id, store_id, environment, webhook_id, body from webhook_deliveries
    where webhook_id = ${webhookId} and status <> 'success' order by id`;
  const begun = performance.now();
  let next = 0;
  const work = async () => {
    while (next < waiting.length) {
      const batch = waiting.slice(next, next + perGroup);
      next += batch.length;
      await deliver(batch);
    }
  };
  await Promise.all(Array.from({ length: groups }, work));
  return { sent: waiting.length, seconds: (performance.now() - begun) / 1000 };
});

async function deliver(batch: readonly Waiting[]): Promise<void> {
  const leased = new Date(Date.now() + 60_000);
  await sql`update webhook_deliveries set next_attempt_at = ${leased} where id = any(${batch.map(({ id }) => id)}::uuid[])`;
  const rows = await Promise.all(batch.map(send));
  const now = new Date();
  await sql.begin(async (tx) => {
    await tx`insert into webhook_attempts ${tx(rows)}`;
    await tx`
      update webhook_deliveries set status = 'success', attempts = 1, last_status = 204, delivered_at = ${now},
        updated_at = ${now} where id = any(${batch.map(({ id }) => id)}::uuid[])`;
  });
}

async function send({ body, id, ...owner }: Waiting) {
  const at = new Date();
  const signature = await signAsync('RSA-SHA256', Buffer.from(`${at.getTime()}.${body}`), key);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Webhook-Signature': `t=${at.getTime()},v1=${signature.toString('base64')}`,
    'X-Webhook-Id': id,
  };
  const status = await post(headers, body);
  return {
    id: newId(),
    ...owner,
    delivery_id: id,
    attempt: 1,
    url: address,
    request_headers: JSON.stringify(headers),
    request_body: null,
    response_status: status,
    response_headers: '{}',
    response_body: '',
    is_success: true,
    started_at: at,
    duration_ms: Math.round(Date.now() - at.getTime()),
  } as never;
}

function post(headers: Record<string, string>, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
