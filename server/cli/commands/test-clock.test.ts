import { expect, test } from 'vitest';
import { periodStart } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { newMerchant } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { orderOf } from '#server/testing/orders/rows.ts';
import { daysAfter, subscribe } from '#server/testing/test-clock.ts';
import { databaseUrl } from '#server/testing/worker-servers.ts';

const clock = (...args: string[]) => runCommand(['test-clock', ...args], databaseUrl);

test('sets, shows, advances and removes a test clock', async () => {
  const merchant = await newMerchant();
  const store = ['--store', merchant.slug];
  const created = await clock('create', ...store, '--json');
  const { at, ...rest } = JSON.parse(created.stdout);
  expect(rest).toEqual({ storeId: merchant.storeId, store: merchant.slug, nextDueAt: null, advancingTo: null });
  expect(await clock('create', ...store)).toMatchObject({ code: 1, stderr: 'The store already has a test clock\n' });

  const order = await orderOf(await subscribe(merchant));
  const orderId = toShortId('ORD', order.id);
  const due = order.nextChargeAt?.toISOString() ?? '';
  const shown = await clock('show', '--store', merchant.storeId);
  expect(shown.stdout).toBe(`Test clock of ${merchant.slug}: ${at}.\nNext scheduled event: ${daysAfter(due, -3)}.\n`);
  const advanced = await clock('advance', ...store, '--to', '+1 month');
  const next = order.nextChargeAt && daysAfter(periodStart(order.startedAt ?? new Date(0), 'monthly', 2), -3);
  expect(advanced.stdout.split('\n')).toEqual([
    `${daysAfter(due, -3)}  ${orderId}  Reminder of the next charge sent`,
    `${due}  ${orderId}  Payment of $21.42 succeeded`,
    `${due}  ${orderId}  Subscription renewed, period 2`,
    '',
    `Test clock of ${merchant.slug}: ${due}.`,
    `Next scheduled event: ${next}.`,
    '',
  ]);
  const quiet = JSON.parse((await clock('advance', ...store, '--to', '+2 days', '--json')).stdout);
  expect(quiet).toMatchObject({ at: daysAfter(due, 2), nextDueAt: next, timeline: [], timelineTotal: 0 });
  const reset = JSON.parse((await clock('reset', ...store, '--json')).stdout);
  expect(reset).toMatchObject({ at: null, nextDueAt: null, advancingTo: null });
  expect(reset.warnings).toEqual([
    {
      message: expect.stringMatching(/^1 subscription has run ahead of real time: it is next charged, or ends, at 2/),
      aiHint: `To continue there, create a test clock and advance it to ${daysAfter(due, 2)}.`,
    },
  ]);
});

test('refuses an impossible request with one line, exit 1', async () => {
  const merchant = await newMerchant();
  const store = ['--store', merchant.slug];
  expect(await clock('show', '--store', 'no-such-store-anywhere')).toMatchObject({
    code: 1,
    stderr: "Store not found: 'no-such-store-anywhere'\n",
  });
  for (const args of [
    ['advance', ...store, '--to', '+1 day'],
    ['reset', ...store],
  ]) {
    expect(await clock(...args)).toEqual({ code: 1, stdout: '', stderr: 'The store has no test clock\n' });
  }
  expect((await clock('show', ...store)).stdout).toBe(
    `${merchant.slug} has no test clock: its test mode uses real time.\n`,
  );
});
