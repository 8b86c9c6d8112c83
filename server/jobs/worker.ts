/**
 * The worker: what has to happen without anybody asking. pg-boss keeps the timetable in PostgreSQL, so any number of
 * workers may run and each job runs once; every job is safe to run again after a worker died in the middle of it.
 */
import { PgBoss } from 'pg-boss';
import { openDatabase } from '../../db/client.ts';
import { readClock } from '../clock.ts';
import { log } from '../log.ts';
import { dnsProvider } from '../providers/dns.ts';
import { mailboxProvider, smtpProvider } from '../providers/email/smtp.ts';
import { emailsChannel } from '../queries/emails.ts';
import { deleteOldAnswers } from '../queries/idempotency.ts';
import { deleteOldVisits } from '../queries/portal-sessions.ts';
import { deleteOldRequests } from '../queries/request-log.ts';
import { settings as readSettings } from '../settings.ts';
import { checkSenderDomains } from './check-sender-domains.ts';
import { endSubscriptions } from './end-subscriptions.ts';
import { expireOrders } from './expire-orders.ts';
import { sendEmails } from './send-emails.ts';
import { settlePayments } from './settle-payments.ts';

const everyMinute = '* * * * *';
const everyHour = '7 * * * *';
const poolSize = 4;

/** Starts the jobs on that database. `stop` lets the ones that run finish, for at most ten seconds. */
export async function startWorker({ url }: { url: string }): Promise<{ stop(): Promise<void> }> {
  const settings = readSettings();
  const { db, sql, close } = openDatabase(url, { max: poolSize, applicationName: 'counterfoil-worker' });
  const mail = settings.smtpUrl ? smtpProvider(settings.smtpUrl, settings.emailFrom) : mailboxProvider();
  const dns = dnsProvider();
  const jobs = [
    { name: 'expire-orders', cron: everyMinute, run: (now: Date) => expireOrders(db, now) },
    { name: 'end-subscriptions', cron: everyMinute, run: (now: Date) => endSubscriptions(db, now) },
    { name: 'settle-payments', cron: everyMinute, run: (now: Date) => settlePayments(db, now) },
    { name: 'send-emails', cron: everyMinute, run: (now: Date) => sendEmails(db, mail, now) },
    { name: 'check-sender-domains', cron: everyMinute, run: (now: Date) => checkSenderDomains(db, dns, now) },
    { name: 'delete-old-answers', cron: everyHour, run: (now: Date) => deleteOldAnswers(db, now) },
    { name: 'delete-old-visits', cron: everyHour, run: (now: Date) => deleteOldVisits(db, now) },
    { name: 'delete-old-requests', cron: everyHour, run: (now: Date) => deleteOldRequests(db, now) },
  ];
  const boss = new PgBoss({ connectionString: url, max: poolSize, application_name: 'counterfoil-jobs' });
  boss.on('error', (error) => log().error({ error: error.message }, 'job queue'));
  await boss.start();
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 2, expireInSeconds: 300 });
    await boss.schedule(name, cron);
    await boss.work(name, { pollingIntervalSeconds: 2 }, async () => {
      const done = await run(readClock());
      if (done > 0) log().info({ job: name, done }, 'job');
    });
  }
  // An email is wanted now, not within the minute.
  const listening = await sql.listen(emailsChannel, () => void boss.send('send-emails', {}).catch(() => {}));
  return {
    async stop() {
      await listening.unlisten();
      await boss.stop({ graceful: true, timeout: 10_000 });
      mail.close();
      await close();
    },
  };
}
