import { expect, test } from 'vitest';
import { newId } from '#server/domain/ids.ts';
import { db, newMerchant } from '#server/testing/api.ts';
import { insertAttempt } from '#server/testing/webhooks/deliveries.ts';
import { newDelivery } from '#server/testing/webhooks/new-delivery.ts';
import { readWebhookFigures } from './data/webhook-figures.ts';

test('counts attempted, delivered and pending deliveries per webhook, with the median duration', async () => {
  const merchant = await newMerchant();
  const now = new Date(Date.UTC(2026, 0, 2));
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const [busy, quiet, other] = [newId(), newId(), newId()];
  const arrivedLate = await newDelivery(merchant, busy);
  await insertAttempt(db, arrivedLate, { isSuccess: false, durationMs: 900, startedAt: hoursAgo(3) });
  await insertAttempt(db, arrivedLate, { attempt: 2, durationMs: 100, startedAt: hoursAgo(2) });
  const failed = await newDelivery(merchant, busy, { status: 'failed' });
  await insertAttempt(db, failed, { isSuccess: false, durationMs: 300, startedAt: hoursAgo(1) });
  const yesterday = await newDelivery(merchant, busy);
  await insertAttempt(db, yesterday, { durationMs: 5, startedAt: hoursAgo(24.1) });
  await newDelivery(merchant, busy, { status: 'pending' });
  await newDelivery(merchant, quiet, { status: 'pending' });
  await newDelivery(merchant, quiet, { status: 'pending' });
  await insertAttempt(db, await newDelivery(merchant, other), { startedAt: hoursAgo(1) });
  expect(await readWebhookFigures(db, merchant.id, [busy, quiet], now)).toEqual(
    new Map([
      [busy, { attempted: 2, arrived: 1, medianMs: 300, waiting: 1 }],
      [quiet, { attempted: 0, arrived: 0, medianMs: null, waiting: 2 }],
    ]),
  );
  expect(await readWebhookFigures(db, merchant.id, [], now)).toEqual(new Map());
});
