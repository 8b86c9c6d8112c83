/**
 * The worker: what has to happen without anybody asking. pg-boss keeps the timetable in PostgreSQL, so any number of
 * workers may run and each job runs once; every job is safe to run again after a worker died in the middle of it.
 */
import { PgBoss } from 'pg-boss';
import { openDatabase } from '../../db/client.ts';
import { readClock } from '../clock.ts';
import { cronOf } from '../domain/timetable.ts';
import { describeFailure, log } from '../log.ts';
import { logFailure } from '../outage.ts';
import { consumers } from '../outbox/consumers.ts';
import { relayEvents } from '../outbox/relay-events.ts';
import { dnsProvider } from '../providers/dns.ts';
import { mailboxProvider, smtpProvider } from '../providers/email/smtp.ts';
import { deleteDeclinedCharges } from '../providers/payments/sandbox-retention.ts';
import { sendWebhook } from '../providers/webhooks/send.ts';
import { deleteForgottenAttempts } from '../queries/card-attempts.ts';
import { forgetOldEmails } from '../queries/email-retention.ts';
import { emailsChannel } from '../queries/emails.ts';
import { deleteOldAnswers } from '../queries/idempotency.ts';
import { deleteOldVisits } from '../queries/portal-sessions.ts';
import { deleteOldCounts } from '../queries/rate-limits.ts';
import { refundsChannel } from '../queries/refunds-channel.ts';
import { deleteExpired } from '../queries/retention.ts';
import { deliveriesChannel } from '../queries/webhook-deliveries.ts';
import { deleteOldDeliveries } from '../queries/webhook-delivery-ends.ts';
import { deleteOldWebhookKeys } from '../queries/webhook-keys.ts';
import { workerName } from '../queries/worker.ts';
import { settings as readSettings } from '../settings.ts';
import { renewSubscriptions } from '../subscriptions/charge-renewals.ts';
import { remindBuyers } from '../subscriptions/reminders.ts';
import { observed } from '../telemetry/observe.ts';
import { runTestClocks } from '../test-clock/run-test-clocks.ts';
import { webhookComposer } from '../webhooks/compose.ts';
import { webhookSigner } from '../webhooks/sign.ts';
import { checkSenderDomains } from './check-sender-domains.ts';
import { startDelivering } from './deliver-webhooks.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import { executeRefunds } from './execute-refunds.ts';
import { expireOrders } from './expire-orders.ts';
import { keepMonths, makeMonths } from './keep-months.ts';
import { prepareWebhookKeys } from './prepare-webhook-keys.ts';
import { startPump } from './pump.ts';
import { sendEmails } from './send-emails.ts';
import { settlePayments } from './settle-payments.ts';

const everyMinute = cronOf('every minute');
const everyHour = cronOf(7);
const poolSize = 4;
/** A run takes no more work after that: the next one, within the minute, goes on. */
const longestRunMs = 30 * 60_000;
/** One run at a time, and one that waits: however often a job is asked for meanwhile, it runs once more. */
const policy = 'stately';
/**
 * While it runs its worker says so twice a minute. One of which nothing is heard for a minute counts as dead, one that
 * does not end as stuck, and its job runs again.
 */
const terms = { retryLimit: 2, heartbeatSeconds: 60, expireInSeconds: 45 * 60 };

/**
 * Starts the jobs on that database. `stop` lets the ones that run finish what they have taken, for at most ten seconds.
 */
export async function startWorker({ url }: { url: string }): Promise<{ stop(): Promise<void> }> {
  const settings = readSettings();
  const { db, listen, close } = openDatabase(url, { max: poolSize, applicationName: workerName });
  const mail = settings.smtpUrl ? smtpProvider(settings.smtpUrl, settings.emailFrom) : mailboxProvider();
  const dns = dnsProvider();
  const sign = webhookSigner(db, settings.appSecret);
  await prepareWebhookKeys(db, sign, settings.appSecret, readClock());
  await makeMonths(db, readClock());
  const jobs = [
    { name: 'expire-orders', cron: everyMinute, run: (now: Date) => expireOrders(db, now) },
    { name: 'end-subscriptions', cron: everyMinute, run: (now: Date) => endSubscriptions(db, now) },
    {
      name: 'renew-subscriptions',
      cron: everyMinute,
      run: (now: Date, signal: AbortSignal) => renewSubscriptions(db, now, { signal, readClock }),
    },
    { name: 'remind-buyers', cron: everyMinute, run: (now: Date) => remindBuyers(db, now, 'everywhere') },
    { name: 'settle-payments', cron: everyMinute, run: (now: Date) => settlePayments(db, now) },
    { name: 'execute-refunds', cron: everyMinute, run: (now: Date) => executeRefunds(db, now) },
    {
      name: 'run-test-clocks',
      cron: everyMinute,
      run: (now: Date, signal: AbortSignal) => runTestClocks(db, now, { readClock, signal }),
    },
    { name: 'check-sender-domains', cron: everyMinute, run: (now: Date) => checkSenderDomains(db, dns, now) },
    { name: 'delete-old-counts', cron: everyMinute, run: (now: Date) => deleteOldCounts(db, now) },
    { name: 'delete-forgotten-attempts', cron: everyHour, run: (now: Date) => deleteForgottenAttempts(db, now) },
    { name: 'delete-old-answers', cron: everyHour, run: (now: Date) => deleteOldAnswers(db, now) },
    { name: 'delete-old-visits', cron: everyHour, run: (now: Date) => deleteOldVisits(db, now) },
    {
      name: 'delete-expired',
      cron: everyHour,
      run: (now: Date, signal: AbortSignal) => deleteExpired(db, now, signal),
    },
    {
      name: 'delete-declined-charges',
      cron: everyHour,
      run: (now: Date, signal: AbortSignal) => deleteDeclinedCharges(db, now, signal),
    },
    { name: 'delete-old-webhook-keys', cron: everyHour, run: (now: Date) => deleteOldWebhookKeys(db, now) },
    { name: 'delete-old-deliveries', cron: everyHour, run: (now: Date) => deleteOldDeliveries(db, now) },
    { name: 'forget-old-emails', cron: everyHour, run: (now: Date) => forgetOldEmails(db, now) },
    {
      name: 'keep-months',
      cron: everyHour,
      run: (now: Date) => keepMonths(db, now, { archiveAfterMonths: settings.archiveAfterMonths }),
    },
  ];
  const stopping = new AbortController();
  const boss = new PgBoss({ connectionString: url, max: poolSize, application_name: 'counterfoil-jobs' });
  // It tells of failures as plain objects.
  boss.on('error', (told) => logFailure(Object.assign(new Error(told.message), told), 'job queue failed'));
  await boss.start();
  // Earlier versions kept them here.
  if (await boss.getQueue('send-emails')) await boss.deleteQueue('send-emails');
  const workers = new Map<string, string>();
  for (const { name, cron, run } of jobs) {
    // An earlier version may have made it otherwise, and a policy is for good.
    const found = await boss.getQueue(name);
    if (found && found.policy !== policy) await boss.deleteQueue(name);
    await boss.createQueue(name, { policy, ...terms });
    await boss.updateQueue(name, terms);
    await boss.schedule(name, cron);
    const worker = await boss.work(name, { pollingIntervalSeconds: 2 }, async ([job]) => {
      const signals = [stopping.signal, AbortSignal.timeout(longestRunMs), ...(job ? [job.signal] : [])];
      const started = performance.now();
      const work = () => run(readClock(), AbortSignal.any(signals));
      const done = await observed('job', name, work).catch((error: unknown) => {
        logFailure(error, 'job failed', { job: name });
        throw new RunFailed(describeFailure(error));
      });
      const durationMs = Math.round(performance.now() - started);
      if (done > 0) log().info({ job: name, done, durationMs }, 'job');
    });
    workers.set(name, worker);
  }
  const relay = startPump({
    name: 'relay-events',
    // Nobody wakes it, so that no sale pays for a wake-up; to look whether there is anything costs next to nothing.
    everyMs: 100,
    run: (signal) => relayEvents(db, readClock(), { consumers, signal }),
  });
  const delivering = startDelivering(db, {
    readClock,
    appUrl: settings.appUrl,
    messageFor: webhookComposer(db, sign, { appUrl: settings.appUrl }),
    send: (request, options) =>
      observed('call', 'webhook', () =>
        sendWebhook(request, { ...options, privateAddresses: settings.webhookPrivateAddresses }),
      ),
  });
  // Somebody may be waiting for it at a page: not for the run of a worker that died, which the queue takes for alive for a
  // minute or two.
  const mailing = startPump({
    name: 'send-emails',
    run: (signal) => sendEmails(db, mail, readClock(), { signal, readClock }),
  });
  // A refund is wanted now, not within the minute. What cannot be asked for now comes by the timetable.
  const ask = async (name: string): Promise<void> => {
    await boss.send(name, {});
    boss.notifyWorker(workers.get(name) ?? '');
  };
  const wake = (name: string) => void ask(name).catch(() => {});
  const listening = await listen({
    [deliveriesChannel]: delivering.wake,
    [emailsChannel]: mailing.wake,
    [refundsChannel]: () => {
      wake('execute-refunds');
      wake('run-test-clocks');
    },
  });
  return {
    async stop() {
      stopping.abort();
      await listening.stop();
      await Promise.all([
        relay.stop(),
        delivering.stop(),
        mailing.stop(),
        boss.stop({ graceful: true, timeout: 10_000 }),
      ]);
      mail.close();
      await close();
    },
  };
}

/** What the queue keeps of a run that failed, and its operator reads: nothing of the values that a statement held. */
class RunFailed extends Error {
  override name = 'RunFailed';

  constructor({ error, code, reason, stack }: ReturnType<typeof describeFailure>) {
    super([code ? `${error} ${code}` : error, reason].filter(Boolean).join(': '));
    this.stack = stack ?? '';
  }
}
