/**
 * `bare.ts <url>`: the ceiling of deliveries: signs, sends and writes what a delivery needs, without checks and locks. Sends
 * all pending deliveries of a webhook on request.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import postgres, { type Row } from 'postgres';
import { newId } from '#server/domain/ids.ts';
import type { Webhook } from '#server/webhooks/webhooks.ts';
import { answerRequests } from '../children.ts';
import type { Work } from '../measure.ts';

const [url = ''] = process.argv.slice(2);
/** The worker's concurrency, in batches that are recorded together. */
const [batches, batchSize] = [4, 16];
const sql = postgres(url, { max: batches, max_pipeline: 1 } as object);
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signAsync = promisify<string, NodeJS.ArrayBufferView, typeof privateKey, Buffer>(sign);
const agent = new Agent({ keepAlive: true, maxSockets: batches * batchSize });

answerRequests(async (webhook: Pick<Webhook, 'id' | 'url'>): Promise<Work> => {
  const pending = await sql`
    select id, merchant_id, store_id, environment, webhook_id, body from webhook_deliveries
    where webhook_id = ${webhook.id} and status <> 'success' order by id`;
  const startedAt = performance.now();
  let next = 0;
  const work = async () => {
    while (next < pending.length) {
      const batch = pending.slice(next, next + batchSize);
      next += batch.length;
      await deliver(batch, webhook.url);
    }
  };
  await Promise.all(Array.from({ length: batches }, work));
  return { done: pending.length, seconds: (performance.now() - startedAt) / 1000, tookMs: [] };
});

async function deliver(batch: readonly Row[], address: string): Promise<void> {
  const ids = batch.map(({ id }) => id);
  const leasedUntil = new Date(Date.now() + 60_000);
  await sql`update webhook_deliveries set next_attempt_at = ${leasedUntil} where id = any(${ids}::uuid[])`;
  const attempts = await Promise.all(batch.map((delivery) => send(delivery, address)));
  const now = new Date();
  await sql.begin(async (tx) => {
    await tx`insert into webhook_attempts ${tx(attempts)}`;
    await tx`
      update webhook_deliveries set status = 'success', attempts = 1, last_status = 204, delivered_at = ${now},
        updated_at = ${now} where id = any(${ids}::uuid[])`;
  });
}

async function send({ body, id, ...owner }: Row, address: string) {
  const at = new Date();
  const signature = await signAsync('RSA-SHA256', Buffer.from(`${at.getTime()}.${body}`), privateKey);
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Webhook-Signature': `t=${at.getTime()},v1=${signature.toString('base64')}`,
    'X-Webhook-Id': id,
  };
  const status = await post(address, headers, body);
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

const post = (address: string, headers: Record<string, string>, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(address, { method: 'POST', agent, headers }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject).end(body);
  });
