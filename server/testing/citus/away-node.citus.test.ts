/** The worker's jobs while a node is away. */
import { and, eq } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { emails } from '#db/schema/index.ts';
import { warnOfExpiry } from '#server/accounts/warn-of-expiry.ts';
import { endSubscriptions } from '#server/billing/jobs/end-subscriptions.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { expireOrders } from '#server/billing/jobs/expire-orders.ts';
import { resumeSubscriptions } from '#server/billing/jobs/resume-subscriptions.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { applyScheduledChanges } from '#server/billing/plan-changes/apply-scheduled-changes.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { remindBuyers } from '#server/billing/subscriptions/reminders.ts';
import { toShortId } from '#server/domain/ids.ts';
import { sendEmails } from '#server/emails/send-emails.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { dnsProvider } from '#server/providers/dns.ts';
import type { EmailProvider } from '#server/providers/email/smtp.ts';
import { sendWebhook } from '#server/providers/webhooks/send.ts';
import { checkSenderDomains } from '#server/stores/check-sender-domains.ts';
import type { Store } from '#server/stores/stores.ts';
import { runTestClocks } from '#server/test-clock/run-test-clocks.ts';
import { newDeliverer } from '#server/webhooks/deliver.ts';
import { publishEvents } from '#server/webhooks/feed/publish-events.ts';
import { messageFor } from '#server/webhooks/message.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { insertWebhook } from '#server/webhooks/webhooks.ts';
import { consumers } from '#server/worker/consumers.ts';
import { listDueWork } from '#server/worker/data/due-work.ts';
import { prepareWebhookKeys } from '#server/worker/prepare-webhook-keys.ts';
import { newDatabase } from '../databases/own-database.ts';
import { makeSubscriptions } from '../orders/many-subscriptions.ts';
import { testSecret } from '../test-secret.ts';
import { newReceiver } from '../webhooks/receiver.ts';
import { onNode, withoutNode } from './nodes-of-merchants.ts';

const dueAt = new Date('2026-11-21T09:30:00.000Z');
const now = new Date('2026-11-21T09:31:00.000Z');
const readClock = () => now;
const mailServer: EmailProvider = { send: async () => {}, close: () => {} };

/** A database of its own: each job works for all merchants. */
async function newWork() {
  const database = await newDatabase();
  const { db, close } = openDatabase(database.url, { max: 4, applicationName: 'counterfoil-tests' });
  onTestFinished(async () => {
    await close();
    await database.close();
  });
  const receiver = await newReceiver();
  const sign = webhookSigner(db, testSecret);
  await prepareWebhookKeys(db, sign, testSecret, now);
  const newStore = async (node: number): Promise<Store> => {
    const store = await onNode(
      database.url,
      node,
      () => makeSubscriptions(db, 1, dueAt),
      ({ merchantId }) => merchantId,
    );
    const target = { channel: 'http', url: receiver.url, events: webhookEvents, testMode: true, secret: null } as const;
    await insertWebhook(db, store, target, now);
    return store;
  };
  const deliverer = newDeliverer(db, {
    readClock,
    messageFor: (delivery, webhook, at) => messageFor(delivery, webhook, sign, at),
    send: (request, { timeoutMs }) => sendWebhook(request, { privateAddresses: true, timeoutMs }),
  });
  return {
    url: database.url,
    db,
    receiver,
    newStore,
    async runJobs(): Promise<void> {
      await renewSubscriptions(db, now);
      await relayEvents(db, now, { consumers });
      await publishEvents(db, now);
      await deliverer.run();
      await deliverer.finish();
      await sendEmails(db, mailServer, now);
      await expireOrders(db, now);
      await resumeSubscriptions(db, now);
      await endSubscriptions(db, now);
      await applyScheduledChanges(db, now);
      await remindBuyers(db, now, 'everywhere');
      await settlePayments(db, now);
      await executeRefunds(db, now);
      await runTestClocks(db, now, { readClock });
      await checkSenderDomains(db, dnsProvider(), now);
      await warnOfExpiry(db, now);
      await listDueWork(db, now);
    },
  };
}

test.skipIf(inject('clusterFolder') === '')(
  'while a node is away, renewals, webhooks and emails of other merchants go on; its own follow when it is back',
  async () => {
    const work = await newWork();
    const [lost, kept] = [await work.newStore(1), await work.newStore(2)];
    const storesOf = () => [...new Set(work.receiver.requests.map(({ body }) => body.storeId))];
    /** Whether the owner has the emails about the start and the renewal. */
    const hasSent = async ({ merchantId }: Store) => {
      const sent = and(eq(emails.merchantId, merchantId), eq(emails.status, 'sent'));
      return (await work.db.$count(emails, sent)) === 2;
    };
    await withoutNode(work.url, async () => {
      await work.runJobs();
      expect(storesOf()).toEqual([toShortId('STO', kept.id)]);
      expect(await hasSent(kept)).toBe(true);
    });
    // The searches find the node within some seconds.
    await expect
      .poll(async () => {
        await work.runJobs();
        return await hasSent(lost);
      })
      .toBe(true);
    expect(storesOf()).toEqual([kept, lost].map(({ id }) => toShortId('STO', id)));
  },
);
