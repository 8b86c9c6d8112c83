/**
 * The worker runs scheduled work. pg-boss keeps the schedule in PostgreSQL, so any number of workers may run and each
 * job runs once. Every job is safe to repeat after a worker died in the middle of it.
 */
import { PgBoss } from 'pg-boss';
import { openDatabase } from '#db/client.ts';
import { connectionTo } from '#db/servers/following-client.ts';
import { warnOfExpiry } from '#server/accounts/warn-of-expiry.ts';
import { rollUpDays, startRollups } from '#server/analytics/roll-up-days.ts';
import { deleteOldAnswers } from '#server/api/data/idempotency.ts';
import { deleteOldCounts } from '#server/api/data/rate-limits.ts';
import { endSubscriptions } from '#server/billing/jobs/end-subscriptions.ts';
import { executeRefunds } from '#server/billing/jobs/execute-refunds.ts';
import { expireOrders } from '#server/billing/jobs/expire-orders.ts';
import { resumeSubscriptions } from '#server/billing/jobs/resume-subscriptions.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { deleteExpiredAttempts } from '#server/billing/payments/data/card-attempts.ts';
import { applyScheduledChanges } from '#server/billing/plan-changes/apply-scheduled-changes.ts';
import { refundsChannel } from '#server/billing/refunds/data/refunds-channel.ts';
import { renewSubscriptions } from '#server/billing/subscriptions/charge-renewals.ts';
import { remindBuyers } from '#server/billing/subscriptions/reminders.ts';
import { deleteOldPortalRows } from '#server/customers/data/portal-sessions.ts';
import { sendEmails } from '#server/emails/send-emails.ts';
import { forgetOldEmails } from '#server/events/data/email-retention.ts';
import { emailsChannel } from '#server/events/data/emails.ts';
import { leaveEmailsUnsent } from '#server/events/data/unsent-emails.ts';
import { relayEvents } from '#server/events/relay-events.ts';
import { readClock } from '#server/platform/clock.ts';
import { jobsChannel, workerName } from '#server/platform/data/worker.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { observed } from '#server/platform/observe.ts';
import { logFailure } from '#server/platform/outage.ts';
import { settings as readSettings } from '#server/platform/settings.ts';
import { dnsProvider } from '#server/providers/dns.ts';
import { smtpProvider } from '#server/providers/email/smtp.ts';
import { deleteDeclinedCharges } from '#server/providers/payments/sandbox-retention.ts';
import { sendWebhook } from '#server/providers/webhooks/send.ts';
import { checkSenderDomains } from '#server/stores/check-sender-domains.ts';
import { runTestClocks } from '#server/test-clock/run-test-clocks.ts';
import { webhookComposer } from '#server/webhooks/compose.ts';
import { deliveriesChannel } from '#server/webhooks/data/webhook-deliveries.ts';
import { deleteOldDeliveries } from '#server/webhooks/data/webhook-delivery-ends.ts';
import { deleteOldWebhookKeys } from '#server/webhooks/data/webhook-keys.ts';
import { publishEvents } from '#server/webhooks/feed/publish-events.ts';
import { webhookSigner } from '#server/webhooks/sign.ts';
import { consumers } from './consumers.ts';
import { type DueWork, listDueWork } from './data/due-work.ts';
import { deleteExpired } from './data/retention.ts';
import { startDelivering } from './deliver-webhooks.ts';
import { keepMonths, makeMonths } from './keep-months.ts';
import { prepareWebhookKeys } from './prepare-webhook-keys.ts';
import { startPump } from './pump.ts';
import { cronOf } from './rules/timetable.ts';

const everyMinute = cronOf('every minute');
const everyHour = cronOf(7);
const poolSize = 4;
/** How long work may wait that no notification announced: the first event after a quiet time, a retry. */
const searchEveryMs = 1500;
/** Jobs announce themselves. This is for lost notifications, and for retries, which have none. */
const jobPollSeconds = (cron: string): number => (cron === everyMinute ? 90 : 300);
/** A run claims no more work after this time; the next run continues within a minute. */
const maxRunMs = 30 * 60_000;
/** A queue holds at most one job that has not begun. All requests during a run lead to one more run. */
const policy = 'short';
/**
 * The jobs of a queue form a group, of which one runs at a time on all workers. pg-boss reads the group's running job at each
 * search. Of the policy `stately` it keeps a count: after a count that saw a running job, no worker finds the next one for up
 * to two minutes.
 */
export const runOptions = (name: string) => ({ group: { id: name } });
/**
 * A running job sends a heartbeat every ten seconds. After twenty seconds of silence its worker counts as dead, and the job
 * runs again.
 */
const terms = { retryLimit: 2, heartbeatSeconds: 20, expireInSeconds: 45 * 60, notify: true };
/** How often pg-boss looks for dead workers. */
const superviseEverySeconds = 45;
/** When a failed job is fetched again. */
const retryAfterMs = 2000;

/**
 * Starts the jobs on that database. `stop` waits up to ten seconds for running jobs to finish what they have claimed.
 */
export async function startWorker({ url }: { url: string }): Promise<{ stop(): Promise<void> }> {
  const settings = readSettings();
  const { db, listen, close } = openDatabase(url, { max: poolSize, applicationName: workerName });
  const mail = settings.smtpUrl ? smtpProvider(settings.smtpUrl, settings.emailFrom) : undefined;
  const dns = dnsProvider();
  const sign = webhookSigner(db, settings.appSecret);
  await prepareWebhookKeys(db, sign, settings.appSecret, readClock());
  await makeMonths(db, readClock());
  const jobs = [
    { name: 'expire-orders', cron: everyMinute, run: (now: Date) => expireOrders(db, now) },
    { name: 'resume-subscriptions', cron: everyMinute, run: (now: Date) => resumeSubscriptions(db, now) },
    { name: 'end-subscriptions', cron: everyMinute, run: (now: Date) => endSubscriptions(db, now) },
    {
      name: 'renew-subscriptions',
      cron: everyMinute,
      run: (now: Date, signal: AbortSignal) => renewSubscriptions(db, now, { signal, readClock }),
    },
    { name: 'apply-plan-changes', cron: everyMinute, run: (now: Date) => applyScheduledChanges(db, now) },
    { name: 'remind-buyers', cron: everyMinute, run: (now: Date) => remindBuyers(db, now, 'everywhere') },
    { name: 'settle-payments', cron: everyMinute, run: (now: Date) => settlePayments(db, now) },
    { name: 'execute-refunds', cron: everyMinute, run: (now: Date) => executeRefunds(db, now) },
    {
      name: 'run-test-clocks',
      cron: everyMinute,
      run: (now: Date, signal: AbortSignal) => runTestClocks(db, now, { readClock, signal }),
    },
    { name: 'check-sender-domains', cron: everyMinute, run: (now: Date) => checkSenderDomains(db, dns, now) },
    { name: 'warn-of-expiry', cron: everyHour, run: (now: Date) => warnOfExpiry(db, now) },
    { name: 'delete-old-counts', cron: everyMinute, run: (now: Date) => deleteOldCounts(db, now) },
    { name: 'delete-forgotten-attempts', cron: everyHour, run: (now: Date) => deleteExpiredAttempts(db, now) },
    {
      name: 'roll-up-days',
      cron: everyMinute,
      run: (now: Date, signal: AbortSignal) => rollUpDays(db, now, signal),
    },
    { name: 'start-rollups', cron: everyHour, run: () => startRollups(db) },
    { name: 'delete-old-answers', cron: everyHour, run: (now: Date) => deleteOldAnswers(db, now) },
    { name: 'delete-old-visits', cron: everyHour, run: (now: Date) => deleteOldPortalRows(db, now) },
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
  const boss = new PgBoss({
    ...connectionTo(url),
    max: poolSize,
    application_name: 'counterfoil-jobs',
    cronWorkerIntervalSeconds: 20,
    superviseIntervalSeconds: superviseEverySeconds,
    monitorIntervalSeconds: superviseEverySeconds,
    // No job waits for others, and pg-boss’s migrations may take a while.
    flowIntervalSeconds: 600,
    bamIntervalSeconds: 600,
  });
  // pg-boss reports failures as plain objects.
  boss.on('error', (failure) => logFailure(Object.assign(new Error(failure.message), failure), 'job queue failed'));
  await boss.start();
  // Earlier versions stored them here.
  if (await boss.getQueue('send-emails')) await boss.deleteQueue('send-emails');
  const workers = new Map<string, string>();
  const requestRun = (name: string): void => {
    for (const [queue, worker] of workers) if (name === '' || name === queue) boss.notifyWorker(worker);
  };
  for (const { name, cron, run } of jobs) {
    // An earlier version may have created it with another policy, which cannot be changed.
    const found = await boss.getQueue(name);
    if (found && found.policy !== policy) await boss.deleteQueue(name);
    await boss.createQueue(name, { policy, ...terms });
    await boss.updateQueue(name, terms);
    await boss.schedule(name, cron, null, runOptions(name));
    const options = {
      pollingIntervalSeconds: jobPollSeconds(cron),
      groupConcurrency: 1,
      includeMetadata: true,
    } as const;
    const worker = await boss.work(name, options, async ([job]) => {
      const signals = [stopping.signal, AbortSignal.timeout(maxRunMs), ...(job ? [job.signal] : [])];
      const started = performance.now();
      const work = () => run(readClock(), AbortSignal.any(signals));
      const done = await observed('job', name, work).catch((error: unknown) => {
        logFailure(error, 'job failed', { job: name });
        setTimeout(() => requestRun(name), retryAfterMs).unref();
        throw new RunFailed(describeFailure(error));
      });
      const durationMs = Math.round(performance.now() - started);
      if (done > 0) log().info({ job: name, done, durationMs }, 'job');
      // Another run may have been requested before the retry. It kept the schedule from announcing a new one.
      if (job && job.retryCount > 0) requestRun(name);
    });
    workers.set(name, worker);
  }
  const publishing = startPump({
    name: 'publish-events',
    run: (signal) => publishEvents(db, readClock(), signal),
  });
  const relay = startPump({
    name: 'relay-events',
    // Polled instead of notified, so that sales do not pay for notifications. An empty poll is cheap.
    busyEveryMs: 100,
    async run(signal) {
      const relayed = await relayEvents(db, readClock(), { consumers, signal });
      // The relay writes the audit chains that publishing follows.
      if (relayed > 0) publishing.notify();
      return relayed;
    },
  });
  const delivering = startDelivering(db, {
    readClock,
    messageFor: webhookComposer(db, sign, { appUrl: settings.appUrl, headerAliases: settings.webhookHeaderAliases }),
    send: (request, options) =>
      observed('call', 'webhook', () =>
        sendWebhook(request, { ...options, privateAddresses: settings.webhookPrivateAddresses }),
      ),
  });
  // A user may be waiting for it on a page. A pump, unlike the job queue, does not wait a minute or two for a worker
  // that died.
  const mailing = startPump({
    name: 'send-emails',
    run: (signal) =>
      mail ? sendEmails(db, mail, readClock(), { signal, readClock }) : leaveEmailsUnsent(db, readClock(), signal),
  });
  // Refunds should start immediately. What cannot be requested now runs on schedule.
  const requestJob = (name: string) => void boss.send(name, {}, runOptions(name)).catch(() => {});
  const listeners = {
    [deliveriesChannel]: delivering.expect,
    [jobsChannel]: requestRun,
    [emailsChannel]: mailing.notify,
    [refundsChannel]: () => {
      requestJob('execute-refunds');
      requestJob('run-test-clocks');
    },
  };
  // A call on a node notifies there.
  const listening = await listen(listeners, settings.databaseNodes);
  const wake: Readonly<Record<DueWork, () => void>> = {
    events: relay.notify,
    feed: publishing.notify,
    deliveries: () => delivering.expect(''),
    emails: mailing.notify,
  };
  const searching = startPump({
    name: 'find-due-work',
    everyMs: searchEveryMs,
    async run() {
      for (const work of await listDueWork(db, readClock())) wake[work]();
      return 0;
    },
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all([searching.stop(), listening.stop()]);
      await Promise.all([
        relay.stop(),
        publishing.stop(),
        delivering.stop(),
        mailing.stop(),
        boss.stop({ graceful: true, timeout: 10_000 }),
      ]);
      mail?.close();
      await close();
    },
  };
}

/** The error stored with a failed run for the operator, without values of statements. */
class RunFailed extends Error {
  override name = 'RunFailed';

  constructor({ error, code, reason, stack }: ReturnType<typeof describeFailure>) {
    super([code ? `${error} ${code}` : error, reason].filter(Boolean).join(': '));
    this.stack = stack ?? '';
  }
}
