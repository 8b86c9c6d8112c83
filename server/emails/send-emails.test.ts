/** Content and sender of emails, in a separate database, because a run sends all due emails. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { emails, senderDomains, senderEmails } from '#db/schema/index.ts';
import { insertMerchant } from '#server/accounts/data/merchants.ts';
import type { Environment } from '#server/domain/environments.ts';
import { newId } from '#server/domain/ids.ts';
import { emailLeaseMs } from '#server/events/data/email-claims.ts';
import { ofStore, queueEmail } from '#server/events/data/emails.ts';
import { leaveEmailsUnsent } from '#server/events/data/unsent-emails.ts';
import { type EmailContent, type EmailKind, resentStatus } from '#server/events/rules/email.ts';
import { englishDraft, lookOf } from '#server/events/rules/email-content.ts';
import { settings } from '#server/platform/settings.ts';
import {
  type EmailProvider,
  maxSendMs,
  type OutgoingEmail,
  RecipientRefused,
  smtpProvider,
} from '#server/providers/email/smtp.ts';
import type { SenderStatus } from '#server/stores/rules/sender.ts';
import { insertStore, type Store, updateStore } from '#server/stores/stores.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { newMailServer } from '#server/testing/mail-server.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';
import { sendEmails } from './send-emails.ts';

let database: TestDatabase;
let opened: OpenDatabase;
let store: Store;
beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 2, applicationName: 'counterfoil-tests' });
});
afterAll(async () => {
  await opened.close();
  await database.close();
});
const now = new Date();
beforeEach(async () => {
  await opened.db.delete(emails);
  store = await opened.db.transaction(async (tx) => {
    const account = { email: `${newId()}@example.com`, name: 'Ana', passwordHash: undefined };
    const merchant = await insertMerchant(tx, account, now);
    const inserted = await insertStore(tx, { merchantId: merchant.id }, 'Beans, Tea & Co', now);
    return await updateStore(tx, inserted, { supportEmail: 'help@beans.example' }, now);
  });
});

/** Sends with a real worker process that dies with the first email claimed or sent. */
async function dieSending(url: string, at: Date, where: 'claimed' | 'sent') {
  const child = spawn(
    process.execPath,
    ['server/testing/crashes/die-while-emailing.ts', database.url, url, at.toISOString(), where],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}

const draft = () => englishDraft(lookOf(store), { subject: 'Hello', parts: ['There.'] });
async function queue(kind: EmailKind, environment: Environment, content: EmailContent | undefined = draft().content) {
  const email = { kind, recipient: 'buyer@example.com', ...draft(), ...(content ? { content } : {}) };
  await queueEmail(opened.db, ofStore(store, environment), email, now);
}
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
async function send(answer: () => Promise<void> = async () => {}, at = after(1)): Promise<OutgoingEmail[]> {
  const delivered: OutgoingEmail[] = [];
  const provider: EmailProvider = {
    send: async (email) => {
      delivered.push(email);
      await answer();
    },
    close: () => {},
  };
  await sendEmails(opened.db, provider, at);
  return delivered;
}
const row = async () => (await opened.db.select().from(emails).where(eq(emails.storeId, store.id)))[0];

const bind = {
  email: (email: string, status: SenderStatus, minute: number) =>
    opened.db.insert(senderEmails).values({ ...owned(minute), email, status }),
  domain: (domain: string, status: SenderStatus, minute: number) =>
    opened.db.insert(senderDomains).values({ ...owned(minute), domain, status, dnsToken: 'x' }),
};
function owned(minute: number) {
  const at = new Date(now.getTime() + minute * 60_000);
  return { id: newId(), merchantId: store.merchantId, storeId: store.id, createdAt: at, updatedAt: at };
}
const ofStoreItself = { fromName: 'Beans, Tea & Co', replyTo: 'help@beans.example' };

test('sends text and HTML, and stores the HTML as sent', async () => {
  await queue('order_confirmation', 'test');
  const [email] = await send();
  expect(email).toMatchObject({ body: 'There.', subject: 'Hello', ...ofStoreItself, fromAddress: null });
  expect(email?.html).toMatch(/^<!DOCTYPE html.*>There\.</s);
  expect(await row()).toMatchObject({ status: 'sent', html: email?.html, attempts: 1, lastError: null });
});

test('sends plain text if the HTML cannot be rendered', async () => {
  await queue('order_confirmation', 'test', { ...draft().content, blocks: null as never });
  const [email] = await send();
  expect(email).toMatchObject({ body: 'There.', html: null });
  expect(await row()).toMatchObject({ status: 'sent', html: null });
});

test('in prod sends from the first bound address', async () => {
  await bind.domain('beans.example', 'bound', 0);
  await bind.email('proven@beans.example', 'in_review', 1);
  await bind.email('second@beans.example', 'bound', 3);
  await bind.email('first@beans.example', 'bound', 2);
  await queue('subscription_cycled', 'prod');
  expect((await send())[0]).toMatchObject({ ...ofStoreItself, fromAddress: 'first@beans.example' });
});

test('otherwise from the first bound domain, or the service’s own address', async () => {
  await bind.email('proven@beans.example', 'unproven', 0);
  await queue('subscription_cycled', 'prod');
  expect((await send())[0]?.fromAddress).toBeNull();
  await bind.domain('rejected.example', 'rejected', 0);
  await bind.domain('beans.example', 'bound', 1);
  await queue('subscription_cycled', 'prod');
  expect(settings().emailFrom).toContain('<no-reply@');
  expect((await send())[0]?.fromAddress).toBe('no-reply@beans.example');
});

test('in test, and to the merchant, sends from the service', async () => {
  await bind.email('first@beans.example', 'bound', 0);
  await queue('subscription_cycled', 'test');
  expect((await send())[0]).toMatchObject({ ...ofStoreItself, fromAddress: null });
  await queue('new_order', 'prod');
  expect((await send())[0]).toMatchObject({ fromName: null, fromAddress: null, replyTo: null });
});

test('a slow worker does not revert what another has sent meanwhile', async () => {
  await queue('order_confirmation', 'prod');
  await send(async () => {
    await opened.db.update(emails).set({ status: 'sent', sentAt: now });
    throw new Error('the line was lost');
  });
  expect(await row()).toMatchObject({ status: 'sent', lastError: null });
});

test('nor reschedules what another has claimed', async () => {
  await queue('order_confirmation', 'prod');
  const held = { attempts: 2, nextAttemptAt: after(600) };
  await send(async () => {
    await opened.db.update(emails).set(held);
    throw new Error('the line was lost');
  });
  expect(await row()).toMatchObject({ status: 'queued', ...held, lastError: null });
});

/** Lets every attempt fail in that way; returns the attempts' times in seconds. */
async function failToTheEnd(fail: () => Error): Promise<number[]> {
  const moments: number[] = [];
  for (;;) {
    const email = await row();
    if (email?.status !== 'queued') return moments;
    const early = await send(undefined, new Date(email.nextAttemptAt.getTime() - 1));
    expect(early).toEqual([]);
    moments.push((email.nextAttemptAt.getTime() - now.getTime()) / 1000);
    await send(async () => {
      throw fail();
    }, email.nextAttemptAt);
  }
}

test('tries a permanently refused recipient three times and stores the server’s message', async () => {
  await queue('order_confirmation', 'prod');
  const cause = { response: '550 no such mailbox', responseCode: 550 };
  const moments = await failToTheEnd(() => new RecipientRefused('rejected: 550 no such mailbox', { cause }));
  expect(moments).toEqual([0, 30, 150]);
  expect(await row()).toMatchObject({ status: 'failed', attempts: 3, lastError: '550 no such mailbox', html: null });
});

test('tries other failures six times within eight hours', async () => {
  await queue('order_confirmation', 'prod');
  const answer = { response: '451 come back later', responseCode: 451 };
  const moments = await failToTheEnd(() => Object.assign(new Error('RCPT: 451'), answer));
  expect(moments).toEqual([0, 30, 150, 750, 4350, 25_950]);
  expect(await row()).toMatchObject({ status: 'failed', attempts: 6, lastError: '451 come back later' });
});

test('hides connection problems and the server’s address from stores', async () => {
  await queue('order_confirmation', 'prod');
  await send(async () => {
    throw Object.assign(new Error('getaddrinfo ENOTFOUND relay.corp.internal'), { code: 'EDNS' });
  });
  expect(await row()).toMatchObject({ status: 'queued', lastError: 'The mail server could not be reached' });
});

test('a database failure fails the run, and the email waits', async () => {
  await queue('order_confirmation', 'prod');
  await opened.db.execute(sql`alter table sender_emails rename to gone`);
  try {
    await expect(send()).rejects.toThrow('Failed query');
  } finally {
    await opened.db.execute(sql`alter table gone rename to sender_emails`);
  }
  expect(await row()).toMatchObject({ status: 'queued', lastError: null });
  expect(await send(undefined, after(301))).toHaveLength(1);
});

test('a claim lasts longer than any attempt', () => {
  expect(maxSendMs * 2).toBeLessThan(emailLeaseMs);
});

test('two workers with a slow server send each email once', async () => {
  for (const kind of ['order_confirmation', 'refund', 'trial_ending'] as const) await queue(kind, 'prod');
  const bySecondWorker: OutgoingEmail[] = [];
  const { url, ids } = await newMailServer({
    // Meanwhile the other worker looks for due emails.
    async toMessage() {
      for (const seconds of [30, 60, 119]) bySecondWorker.push(...(await send(undefined, after(seconds))));
      return '250 fine';
    },
  });
  const slow = smtpProvider(url, 'no-reply@example.com');
  await sendEmails(opened.db, slow, now);
  slow.close();
  expect(ids()).toHaveLength(1);
  expect(bySecondWorker).toHaveLength(2);
  const all = [...ids(), ...bySecondWorker.map(({ id }) => id)];
  expect(new Set(all).size).toBe(3);
  expect(await send(undefined, after(100_000))).toEqual([]);
  const rows = await opened.db.select().from(emails);
  expect(rows.map(({ status, attempts }) => [status, attempts])).toEqual(Array(3).fill(['sent', 1]));
});

test.each([
  ['claimed', 0],
  ['sent', 1],
] as const)(
  'kill -9, %s: it goes out after the lease, with the same Message-ID; none is lost',
  async (where, expected) => {
    for (const kind of ['order_confirmation', 'refund', 'trial_ending'] as const) await queue(kind, 'prod');
    const server = await newMailServer();
    await dieSending(server.url, now, where);
    expect(server.ids()).toHaveLength(expected);
    const mail = smtpProvider(server.url, 'no-reply@example.com');
    const retriedCount = await sendEmails(opened.db, mail, after(299));
    expect([retriedCount, server.ids().length]).toEqual([2, expected + 2]);
    expect(await sendEmails(opened.db, mail, after(300))).toBe(1);
    mail.close();
    const rows = await opened.db.select().from(emails);
    expect(rows.map(({ status, lastError }) => [status, lastError])).toEqual(Array(3).fill(['sent', null]));
    expect(server.ids()).toHaveLength(expected + 3);
    expect(new Set(server.ids())).toEqual(new Set(rows.map(({ id }) => id)));
    if (where === 'sent') expect(server.ids()[0]).toBe(server.ids().at(-1));
  },
);

test('gives up after the maximum of attempts even if kill -9 hits the same email each time, and sends the next', async () => {
  await queue('order_confirmation', 'prod');
  await opened.db.update(emails).set({ attempts: 4 });
  const server = await newMailServer();
  await dieSending(server.url, now, 'claimed');
  await dieSending(server.url, after(300), 'claimed');
  await queue('refund', 'prod');
  expect(await send(undefined, after(600))).toHaveLength(1);
  const of = (kind: EmailKind) => opened.db.select().from(emails).where(eq(emails.kind, kind));
  const [[given], [other]] = [await of('order_confirmation'), await of('refund')];
  expect(other?.status).toBe('sent');
  const lastError = 'The service stopped while it was sending this email';
  expect(given).toMatchObject({ status: 'failed', attempts: 6, lastError });
  expect(await send(undefined, after(100_000))).toEqual([]);
});

test('without a mail server marks due emails unsent, and sends them once there is one', async () => {
  await queue('new_order', 'prod');
  await queue('refund', 'prod');
  await opened.db
    .update(emails)
    .set({ nextAttemptAt: after(60) })
    .where(eq(emails.kind, 'refund'));
  expect(await leaveEmailsUnsent(opened.db, now)).toBe(1);
  const stored = await opened.db.select().from(emails).orderBy(emails.id);
  expect(stored).toMatchObject([
    { kind: 'new_order', status: 'unsent', sentAt: null, attempts: 0 },
    { kind: 'refund', status: 'queued' },
  ]);
  expect(resentStatus({ status: 'unsent', isUrgent: false })).toBe('queued');
});
