/** The order of emails, in a separate database, because any worker sends all due emails. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { emails } from '#db/schema/index.ts';
import { claimDueEmail, type LastServed } from '#server/events/data/email-claims.ts';
import { queueEmail } from '#server/events/data/emails.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { newMailServer } from '#server/testing/mail-server.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { endWorkerProcess, killWorkerProcesses, startWorkerProcess } from '#server/testing/worker-process.ts';
import { sendEmails } from './send-emails.ts';

vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
let opened: OpenDatabase;

beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 3, applicationName: 'counterfoil-tests' });
});
afterEach(async () => void (await opened.db.delete(emails)));
afterAll(async () => {
  killWorkerProcesses();
  await opened.close();
  await database.close();
});

/** Merchants in the order of their queues. */
const merchants = Array.from({ length: 4 }, () => randomUUID()).sort() as [string, string, string, string];
const [flood, ...others] = merchants;
const day = new Date('2026-11-20T08:00:00Z');
const later = (seconds: number) => new Date(day.getTime() + seconds * 1000);

/** Queues a merchant's emails, due one after the other. */
const queue = (merchantId: string, count: number, from: Date) =>
  opened.db.execute(sql`
    insert into emails (id, recipient, subject, body, turn_of, status, attempts, next_attempt_at, created_at)
    select gen_random_uuid(), ${merchantId} || ' ' || n, 'Hello', 'There', ${merchantId}::uuid, 'queued', 0,
      ${from.toISOString()}::timestamptz + n * interval '1 millisecond', now() from generate_series(1, ${count}::int) as n`);

/** Sends emails until `count` were sent; returns the recipients in order. */
async function send(
  count: number,
  onSent: (recipient: string) => Promise<unknown> = async () => {},
  now = later(3600),
) {
  const [sent, enough] = [[] as string[], new AbortController()];
  const provider = {
    async send({ recipient }: { recipient: string }) {
      sent.push(recipient);
      await onSent(recipient);
      if (sent.length === count) enough.abort();
    },
    close: () => {},
  };
  await sendEmails(opened.db, provider, now, { signal: enough.signal });
  return sent;
}

test('alternates between merchants, with each merchant’s emails in due order', async () => {
  const [b, c, d] = others;
  await queue(flood, 2000, day);
  await queue(b, 1, later(60));
  await queue(c, 3, later(60));
  await queue(d, 2, later(30));
  const sent = await send(10);
  const rounds = [
    [`${flood} 1`, `${b} 1`, `${c} 1`, `${d} 1`],
    [`${flood} 2`, `${c} 2`, `${d} 2`],
    [`${flood} 3`, `${c} 3`],
    [`${flood} 4`],
  ];
  expect(sent).toEqual(rounds.flat());
});

test('sends urgent emails first, also those queued during a run, and alternates between merchants', async () => {
  await queue(flood, 500, day);
  const urgent = (merchantId: string, recipient: string) =>
    queueEmail(
      opened.db,
      { merchantId },
      { kind: 'account', recipient, subject: 'Code', body: '123456', isUrgent: true },
      later(60),
    );
  await urgent(others[0], 'b 1');
  await urgent(flood, 'a 1');
  await urgent(flood, 'a 2');
  const sent = await send(7, async (recipient) => {
    if (recipient === `${flood} 2`) await urgent(others[1], 'c 1');
  });
  expect(sent).toEqual(['a 1', 'b 1', 'a 2', `${flood} 1`, `${flood} 2`, 'c 1', `${flood} 3`]);
});

test('a merchant whose emails wait for a retry delays no other', async () => {
  await queue(flood, 300, later(7200));
  await queue(others[2], 2, day);
  expect(await send(5)).toEqual([`${others[2]} 1`, `${others[2]} 2`]);
});

test('several workers send each email once', async () => {
  for (const merchant of merchants) await queue(merchant, 40, day);
  const sent = (await Promise.all([1, 2, 3].map(() => send(500)))).flat();
  expect([sent.length, new Set(sent).size]).toEqual([160, 160]);
});

test('finds the next one by index, however many there are', async () => {
  await queue(flood, 20_000, day);
  for (const merchant of others) await queue(merchant, 20, day);
  await opened.db.execute(sql`analyze emails`);
  const read = await opened.db.transaction(async (tx) => {
    const lastServed: LastServed = { urgent: null, usual: null };
    const seen = new Set<string>();
    for (let time = 0; time < 20; time += 1)
      seen.add((await claimDueEmail(tx, lastServed, later(3600)))?.queueMerchantId ?? '');
    expect(seen.size).toBe(4);
    const {
      rows: [row],
    } = await tx.execute<{ seq_tup_read: string; idx_tup_fetch: string }>(
      sql`select seq_tup_read, idx_tup_fetch from pg_stat_xact_user_tables where relname = 'emails'`,
    );
    return row;
  });
  expect(Number(read?.seq_tup_read)).toBe(0);
  expect(Number(read?.idx_tup_fetch)).toBeLessThan(400);
});

test('a killed worker’s run blocks nothing: the next worker sends new emails immediately', async () => {
  const server = await newMailServer({
    // The first one is never answered.
    toMessage: () => (server.messages.length > 1 ? Promise.resolve('250 fine') : new Promise(() => {})),
  });
  vi.stubEnv('SMTP_URL', server.url);
  const wanted = (recipient: string) => {
    const email = { kind: 'account', recipient, subject: 'Code', body: '123456', isUrgent: true } as const;
    return queueEmail(opened.db, { merchantId: randomUUID() }, email, new Date());
  };
  await wanted('first@example.com');
  const killed = await startWorkerProcess(database.url);
  await expect.poll(() => server.messages.length).toBe(1);
  await endWorkerProcess(killed, 'SIGKILL');
  const next = await startWorkerProcess(database.url);
  vi.unstubAllEnvs();
  await wanted('second@example.com');
  const sent = () => opened.db.select({ recipient: emails.recipient }).from(emails).where(eq(emails.status, 'sent'));
  await expect.poll(sent).toEqual([{ recipient: 'second@example.com' }]);
  await endWorkerProcess(next, 'SIGTERM');
});
