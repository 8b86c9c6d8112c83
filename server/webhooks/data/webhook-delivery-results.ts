/** The results of attempts. */
import { and, asc, eq, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { hotStatement, type Params } from '#db/hot-statement.ts';
import { webhookAttempts, webhookDeliveries } from '#db/schema/index.ts';
import { sendAhead } from '#db/session.ts';
import { newId } from '#server/domain/ids.ts';
import { among } from '#server/platform/data/listing.ts';
import type { DeliveryStatus } from '../rules/webhook.ts';
import { maxStoredAttempts, nextDeliveryStatus } from '../rules/webhook-delivery.ts';
import type { WebhookDelivery } from './webhook-deliveries.ts';

/** A request that was sent. Its attempt number is assigned once its delivery is locked. */
export type NewAttempt = Omit<typeof webhookAttempts.$inferSelect, 'id' | 'attempt'>;

/** Locks a merchant's deliveries in ID order, before their webhooks, to avoid deadlocks. */
export async function lockDeliveries(
  tx: Tx,
  merchantId: string,
  deliveries: readonly Pick<WebhookDelivery, 'id'>[],
): Promise<Map<string, WebhookDelivery>> {
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        among(
          webhookDeliveries.id,
          deliveries.map(({ id }) => id),
        ),
        eq(webhookDeliveries.merchantId, merchantId),
      ),
    )
    .orderBy(asc(webhookDeliveries.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Inserts attempts, and deletes the oldest of deliveries with very many. */
export async function insertAttempts(tx: Tx, attempts: readonly (NewAttempt & { attempt: number })[]): Promise<void> {
  if (attempts.length === 0) return;
  await tx.insert(webhookAttempts).values(attempts.map((attempt) => ({ id: newId(), ...attempt })));
  const many = attempts.filter(({ attempt }) => attempt > maxStoredAttempts);
  if (many.length === 0) return;
  const isOld = many.map(({ deliveryId, merchantId, attempt }) =>
    and(
      eq(webhookAttempts.deliveryId, deliveryId),
      eq(webhookAttempts.merchantId, merchantId),
      lte(webhookAttempts.attempt, attempt - maxStoredAttempts),
    ),
  );
  await tx.delete(webhookAttempts).where(or(...isOld));
}

/** The changes that an attempt makes to a locked delivery. */
export interface DeliveryChange {
  readonly id: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: Date;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Date | null;
}

/** Saves the changes of a merchant's locked deliveries in one statement. */
export async function saveDeliveries(
  tx: Tx,
  merchantId: string,
  changes: readonly DeliveryChange[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.execute(sql`
    update webhook_deliveries as mine
    set status = changed.status, attempts = changed.attempts, next_attempt_at = changed."nextAttemptAt",
      last_status = changed."lastStatus", last_error = changed."lastError", delivered_at = changed."deliveredAt",
      updated_at = ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as changed (
      id uuid, status text, attempts int, "nextAttemptAt" timestamptz, "lastStatus" int, "lastError" text,
      "deliveredAt" timestamptz
    )
    where mine.id = changed.id and mine.merchant_id = ${merchantId}`);
}

/**
 * Saves a merchant's deliveries whose one request succeeded, and their attempts. Reads nothing before, and does not wait: see
 * `sendAhead`. In ID order, like all locks of deliveries, to avoid deadlocks.
 */
export async function saveSuccesses(
  tx: Tx,
  merchantId: string,
  attempts: readonly NewAttempt[],
  now: Date,
): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts
    .toSorted((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1))
    .map((attempt) => ({ ...attempt, id: newId() }));
  const values = { merchantId, rows: JSON.stringify(rows) };
  // Not one statement: Citus would send the rows through all nodes.
  await sendAhead(tx, saveDelivered, { ...values, now: now.toISOString() });
  await sendAhead(tx, insertSuccesses, values);
}

/** The status after a success, whatever it was before. */
const delivered = nextDeliveryStatus('pending', 'deliver');

interface Successes {
  readonly merchantId: string;
  readonly rows: string;
}

const saveDelivered = hotStatement((db, { merchantId, rows, now }: Params<Successes & { readonly now: string }>) =>
  db
    .update(webhookDeliveries)
    .set({
      status: delivered,
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      lastStatus: sql`made."responseStatus"`,
      lastError: null,
      deliveredAt: sql`${now}::timestamptz`,
      updatedAt: sql`${now}::timestamptz`,
    })
    .from(sql`jsonb_to_recordset(${rows}::jsonb) as made ("deliveryId" uuid, "responseStatus" int)`)
    .where(and(eq(webhookDeliveries.id, sql`made."deliveryId"`), eq(webhookDeliveries.merchantId, merchantId))),
);

/** After the deliveries are saved: the attempt has their new number. */
const insertSuccesses = hotStatement((db, { merchantId, rows }: Params<Successes>) => {
  const statement = sql`
    insert into webhook_attempts (
      id, merchant_id, store_id, environment, delivery_id, webhook_id, attempt, url, request_headers, request_body,
      response_status, response_headers, response_body, is_success, started_at, duration_ms
    )
    select made.id, mine.merchant_id, mine.store_id, mine.environment, mine.id, mine.webhook_id, mine.attempts, made.url,
      made."requestHeaders", made."requestBody", made."responseStatus", made."responseHeaders", made."responseBody", true,
      made."startedAt", made."durationMs"
    from jsonb_to_recordset(${rows}::jsonb) as made (
      id uuid, "deliveryId" uuid, url text, "requestHeaders" jsonb, "requestBody" text, "responseStatus" int,
      "responseHeaders" jsonb, "responseBody" text, "startedAt" timestamptz, "durationMs" int
    )
    join webhook_deliveries as mine on mine.id = made."deliveryId" and mine.merchant_id = ${merchantId}::uuid`;
  return { prepare: () => db.execute(statement) };
});
