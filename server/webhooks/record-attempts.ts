/** What came of attempts, made true: attempts, deliveries and their webhooks' health in one transaction. */
import type { Database, Tx } from '#db/client.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Attempt } from './attempt.ts';
import {
  type ClaimedDelivery,
  type DeliveryChange,
  freeNextInLine,
  insertAttempts,
  lockDeliveries,
  moveThoseBehind,
  type NewAttempt,
  type PlaceInLine,
  placeOf,
  saveDeliveries,
  type WebhookDelivery,
} from './data/webhook-deliveries.ts';
import { lockJudgedWebhooks, noteHealth } from './data/webhook-health.ts';
import { notifyOwnerOfPause } from './owner-emails.ts';
import { isToPause, nextDeliveryStatus, outcomeOf } from './rules/webhook-delivery.ts';
import { pauseWebhook } from './webhook-pauses.ts';
import type { Webhook } from './webhooks.ts';

/** A delivery whose attempt is over; one that chaos mode repeats has two. */
export interface Ended {
  readonly claimed: ClaimedDelivery;
  readonly attempts: readonly [Attempt, ...Attempt[]];
}

export interface RecordOptions {
  /** From 0 up to 1: how far retries are moved. */
  readonly random: () => number;
  /** Where the dashboard is, for the email about a webhook that is paused. */
  readonly appUrl: string;
}

const actor = { kind: 'worker', by: 'deliver-webhooks' } as const;

/** Records what came of attempts, in the order in which they ended. */
export const recordAttempts = (db: Database, ended: readonly Ended[], options: RecordOptions, now: Date) =>
  db.transaction(async (tx) => {
    const locked = await lockDeliveries(
      tx,
      ended.map(({ claimed }) => claimed.delivery.id),
    );
    const made: (NewAttempt & { readonly attempt: number })[] = [];
    const changes: DeliveryChange[] = [];
    const [done, putOff]: [PlaceInLine[], PlaceInLine[]] = [[], []];
    for (const { claimed, attempts } of ended) {
      const delivery = locked.get(claimed.delivery.id);
      if (!delivery) continue;
      made.push(...attempts.map(({ row }, place) => ({ ...row, attempt: delivery.attempts + place + 1 })));
      const change = changeOf(delivery, attempts, options.random(), now);
      changes.push(change);
      // Who came since it was taken was not moved out of the way.
      if (change.status !== 'pending' && claimed.hasFollowers) done.push({ ...placeOf(delivery), until: now });
      if (change.status === 'pending' && delivery.isOrdered) {
        putOff.push({ ...placeOf(delivery), until: change.nextAttemptAt });
      }
    }
    await insertAttempts(tx, made);
    await saveDeliveries(tx, changes, now);
    await moveThoseBehind(tx, putOff);
    await freeNextInLine(tx, done);
    await judgeWebhooks(tx, ended, options, now);
  });

/** What an attempt makes of a locked delivery. Whether it was repeated for chaos does not count. */
function changeOf(delivery: WebhookDelivery, attempts: Ended['attempts'], random: number, now: Date): DeliveryChange {
  const [{ result, row }] = attempts;
  const count = delivery.attempts + attempts.length;
  const outcome = outcomeOf(result, count - delivery.roundStart, now, random);
  const { id, status, nextAttemptAt, deliveredAt } = delivery;
  const change = { id, attempts: count, lastStatus: row.responseStatus, lastError: row.error };
  if (outcome.event === 'deliver') {
    return { ...change, status: nextDeliveryStatus(status, 'deliver'), nextAttemptAt, deliveredAt: now };
  }
  // Given up meanwhile, or taken from another worker: a late failure says nothing of what it has come to.
  if (status !== 'pending') {
    const { lastStatus, lastError } = delivery;
    return { ...change, lastStatus, lastError, status, nextAttemptAt, deliveredAt };
  }
  if (outcome.event === 'give_up') {
    return { ...change, status: nextDeliveryStatus(status, 'give_up'), nextAttemptAt, deliveredAt };
  }
  return { ...change, status, nextAttemptAt: outcome.nextAttemptAt, deliveredAt };
}

/** One attempt that works is enough for a webhook to work; where the last one did not, it has failed since then. */
async function judgeWebhooks(tx: Tx, ended: readonly Ended[], options: RecordOptions, now: Date): Promise<void> {
  const results = ended.map(({ claimed, attempts: [{ result, row }] }) => ({ id: claimed.webhook.id, result, row }));
  const worked = new Set(results.filter(({ result }) => result.isSuccess).map(({ id }) => id));
  const last = new Map(results.map((one) => [one.id, one]));
  const failing = [...last.values()].filter(({ result }) => !result.isSuccess).map(({ id }) => id);
  for (const webhook of await lockJudgedWebhooks(tx, { worked: [...worked], failing })) {
    const isFailing = failing.includes(webhook.id);
    const since = worked.has(webhook.id) ? null : webhook.failingSince;
    const failingSince = isFailing ? (since ?? now) : null;
    if (failingSince?.getTime() !== webhook.failingSince?.getTime()) await noteHealth(tx, webhook, failingSince);
    if (!failingSince || webhook.pausedAt || !isToPause(failingSince, now)) continue;
    await pause(tx, webhook, { failingSince, why: last.get(webhook.id)?.row.error ?? '' }, options, now);
  }
}

/** Pauses a locked webhook and tells its store's owner. */
async function pause(
  tx: Tx,
  webhook: Webhook,
  { failingSince, why }: { readonly failingSince: Date; readonly why: string },
  { appUrl }: RecordOptions,
  now: Date,
): Promise<void> {
  const paused = await pauseWebhook(tx, webhook.id, now);
  if (!paused) return;
  const { id: objectId, merchantId, storeId, testMode } = webhook;
  const environment = testMode ? 'test' : 'prod';
  const about = { merchantId, storeId, environment, actor, objectId } as const;
  const changes = changesBetween(webhookFacts(webhook), webhookFacts(paused));
  const data = { failingSince: failingSince.toISOString() };
  await recordEvent(tx, { ...about, type: 'webhook.paused', data, changes }, now);
  await notifyOwnerOfPause(tx, { webhook, failingSince, why }, appUrl, now);
}
