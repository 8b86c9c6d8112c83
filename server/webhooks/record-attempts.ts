/** Records the results of a merchant's attempts: attempts, deliveries and webhook health in one transaction. */
import type { Database, Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Attempt } from './attempt.ts';
import {
  positionOf,
  postponeBehind,
  type QueuePosition,
  releaseNext,
  type WebhookDelivery,
} from './data/webhook-deliveries.ts';
import type { ClaimedDelivery } from './data/webhook-delivery-claims.ts';
import {
  type DeliveryChange,
  insertAttempts,
  lockDeliveries,
  type NewAttempt,
  saveDeliveries,
  saveSuccesses,
} from './data/webhook-delivery-results.ts';
import { lockWebhooksForHealth, saveHealth } from './data/webhook-health.ts';
import { isToPause, maxStoredAttempts, nextDeliveryStatus, outcomeOf } from './rules/webhook-delivery.ts';
import { pauseWebhook } from './webhook-pauses.ts';
import type { Webhook } from './webhooks.ts';

/** A delivery with its attempt; two if chaos mode duplicated it. */
export interface CompletedDelivery {
  readonly claimed: ClaimedDelivery;
  readonly attempts: readonly [Attempt, ...Attempt[]];
}

export interface RecordOptions {
  /** A number from 0 up to 1, for the jitter of retries. */
  readonly random: () => number;
}

const actor = { kind: 'worker', by: 'deliver-webhooks' } as const;

/** Records completed deliveries of one merchant, in the order in which they ended. */
export const recordAttempts = (
  db: Database,
  completed: readonly CompletedDelivery[],
  options: RecordOptions,
  now: Date,
) =>
  db.transaction(async (tx) => {
    const [first] = completed;
    if (!first) return;
    const { merchantId } = deliveryOf(first);
    const { successes = [], others = [] } = Object.groupBy(completed, (one) =>
      isPlainSuccess(one) ? 'successes' : 'others',
    );
    // All locks of deliveries are taken in ID order.
    const locked = others.length === 0 ? undefined : await lockDeliveries(tx, merchantId, completed.map(deliveryOf));
    const attempts = successes.map(({ attempts: [{ row }] }) => row);
    await saveSuccesses(tx, merchantId, attempts, now);
    const ended = successes
      .filter(({ claimed }) => claimed.hasFollowers)
      .map((one) => positionOf(deliveryOf(one), now));
    if (locked) ended.push(...(await recordOthers(tx, merchantId, others, { locked, ...options }, now)));
    await releaseNext(tx, merchantId, ended);
    await updateHealth(tx, merchantId, completed, now);
  });

const deliveryOf = ({ claimed }: CompletedDelivery): WebhookDelivery => claimed.delivery;

/** Whether the result does not depend on the delivery's state: one successful request, no old attempts to delete. */
const isPlainSuccess = ({ claimed, attempts }: CompletedDelivery): boolean =>
  attempts.length === 1 && attempts[0].result.isSuccess && claimed.delivery.attempts < maxStoredAttempts;

/** Records deliveries that are locked. Returns the positions whose followers become due. */
async function recordOthers(
  tx: Tx,
  merchantId: string,
  completed: readonly CompletedDelivery[],
  { locked, random }: RecordOptions & { readonly locked: ReadonlyMap<string, WebhookDelivery> },
  now: Date,
): Promise<QueuePosition[]> {
  const attemptRows: (NewAttempt & { readonly attempt: number })[] = [];
  const changes: DeliveryChange[] = [];
  const [ended, postponed]: [QueuePosition[], QueuePosition[]] = [[], []];
  for (const { claimed, attempts } of completed) {
    const delivery = locked.get(claimed.delivery.id);
    if (!delivery) continue;
    attemptRows.push(...attempts.map(({ row }, index) => ({ ...row, attempt: delivery.attempts + index + 1 })));
    const change = changeOf(delivery, attempts, random(), now);
    changes.push(change);
    // Deliveries that were queued since the claim were not postponed.
    if (change.status !== 'pending' && claimed.hasFollowers) ended.push(positionOf(delivery, now));
    if (change.status === 'pending' && delivery.isOrdered) postponed.push(positionOf(delivery, change.nextAttemptAt));
  }
  await insertAttempts(tx, attemptRows);
  await saveDeliveries(tx, merchantId, changes, now);
  await postponeBehind(tx, merchantId, postponed);
  return ended;
}

/** The change of a locked delivery. A duplicate by chaos mode does not affect it. */
function changeOf(
  delivery: WebhookDelivery,
  attempts: CompletedDelivery['attempts'],
  random: number,
  now: Date,
): DeliveryChange {
  const [{ result, row }] = attempts;
  const count = delivery.attempts + attempts.length;
  const outcome = outcomeOf(result, count - delivery.roundStart, now, random);
  const { id, status, nextAttemptAt, deliveredAt } = delivery;
  const change = { id, attempts: count, lastStatus: row.responseStatus, lastError: row.error };
  if (outcome.event === 'deliver') {
    return { ...change, status: nextDeliveryStatus(status, 'deliver'), nextAttemptAt, deliveredAt: now };
  }
  // Given up meanwhile, or claimed by another worker: a late failure does not change the result.
  if (status !== 'pending') {
    const { lastStatus, lastError } = delivery;
    return { ...change, lastStatus, lastError, status, nextAttemptAt, deliveredAt };
  }
  if (outcome.event === 'give_up') {
    return { ...change, status: nextDeliveryStatus(status, 'give_up'), nextAttemptAt, deliveredAt };
  }
  return { ...change, status, nextAttemptAt: outcome.nextAttemptAt, deliveredAt };
}

/** Updates the webhooks' health: any success clears it; a final failure starts or continues the failing period. */
async function updateHealth(
  tx: Tx,
  merchantId: string,
  completed: readonly CompletedDelivery[],
  now: Date,
): Promise<void> {
  const results = completed.map(({ claimed, attempts: [{ result, row }] }) => ({
    id: claimed.webhook.id,
    result,
    row,
  }));
  const worked = new Set(results.filter(({ result }) => result.isSuccess).map(({ id }) => id));
  const last = new Map(results.map((one) => [one.id, one]));
  const failing = [...last.values()].filter(({ result }) => !result.isSuccess).map(({ id }) => id);
  for (const webhook of await lockWebhooksForHealth(tx, { merchantId, worked: [...worked], failing })) {
    const isFailing = failing.includes(webhook.id);
    const since = worked.has(webhook.id) ? null : webhook.failingSince;
    const failingSince = isFailing ? (since ?? now) : null;
    if (failingSince?.getTime() !== webhook.failingSince?.getTime()) await saveHealth(tx, webhook, failingSince);
    if (!failingSince || webhook.pausedAt || !isToPause(failingSince, now)) continue;
    await pause(tx, webhook, { failingSince, lastError: last.get(webhook.id)?.row.error ?? '' }, now);
  }
}

/** Pauses a locked webhook. The email to the store's owner follows from the event. */
async function pause(
  tx: Tx,
  webhook: Webhook,
  { failingSince, lastError }: { readonly failingSince: Date; readonly lastError: string },
  now: Date,
): Promise<void> {
  const paused = await pauseWebhook(tx, webhook, now);
  if (!paused) return;
  const { id: objectId, merchantId, storeId, testMode } = webhook;
  const environment = testMode ? 'test' : 'prod';
  const eventScope = { merchantId, storeId, environment, actor, objectId } as const;
  const changes = changesBetween(webhookFacts(webhook), webhookFacts(paused));
  const data = { failingSince: failingSince.toISOString(), lastError, host: new URL(webhook.url).host };
  await recordEvent(tx, { ...eventScope, type: 'webhook.paused', data, changes }, now);
}
