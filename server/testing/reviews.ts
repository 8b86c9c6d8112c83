/** Accounts, tickets and senders for tests of reviews. */
import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import { emails, events, kybTickets, merchants, stores } from '#db/schema/index.ts';
import { grantOperator } from '#server/accounts/data/operators.ts';
import { actions } from '#server/actions/index.ts';
import { runAction } from '#server/api/run-action.ts';
import type { Environment } from '#server/domain/environments.ts';
import { ApiError } from '#server/domain/errors.ts';
import { fromShortId } from '#server/domain/ids.ts';
import { readSettings } from '#server/platform/settings.ts';
import { db, newMerchant, type TestMerchant } from './api.ts';
import { emailEvents, operatorEvents } from './emails.ts';

const settings = readSettings({ APP_URL: 'https://pay.example.com' }, { serving: false });

/** Runs an action as the merchant from the dashboard. Browser tests cover the HTTP handler. */
export async function callFromDashboard(
  merchant: { id: string },
  name: string,
  body: Record<string, unknown>,
  environment: Environment = 'prod',
) {
  const action = actions.get(name);
  if (!action) throw new Error(`There is no action ${name}`);
  const caller = { kind: 'dashboard', merchantId: merchant.id, environment } as const;
  try {
    const answer = await runAction(db, settings, { action, caller, body, signedInAt: new Date(), now: new Date() });
    return { status: answer.status, data: JSON.parse(answer.body).data, errors: undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, data: null, errors: error.entries };
  }
}

/** Creates a merchant who is an operator. */
export async function newOperator(): Promise<TestMerchant> {
  const operator = await newMerchant();
  await grantOperator(db, operator.id, new Date());
  return operator;
}

export const businessOf = (storeId: string) => ({
  storeId,
  legalName: 'Kettle & Crema GmbH',
  country: 'DE',
  registrationNumber: 'HRB 123456',
  address: 'Lange Straße 1\n10243 Berlin',
  website: 'https://example.com',
  contactName: 'Ana Merchant',
  contactEmail: 'ana@example.com',
  description: 'Handbooks on espresso.',
});

/** Creates a pending ticket of the merchant's store. */
export async function newTicket(merchant: TestMerchant): Promise<{ id: string }> {
  const { body } = await merchant.call('kyb-ticket/create-ticket', businessOf(merchant.storeId));
  return body.data.ticket;
}

export const ticketRow = async (ticketId: string) =>
  (
    await db
      .select()
      .from(kybTickets)
      .where(eq(kybTickets.id, fromShortId('TKT', ticketId) ?? ''))
  )[0];

export const isProdEnabled = async (merchant: TestMerchant) =>
  (await db.select().from(stores).where(eq(stores.id, merchant.store.id)))[0]?.prodEnabled;

/** Returns the event types of the merchant's store since it was created, oldest first. */
export const eventsOf = async (merchant: TestMerchant) =>
  (
    await db
      .select({ type: events.type })
      .from(events)
      .where(and(eq(events.storeId, merchant.store.id), eq(events.environment, 'prod')))
      .orderBy(events.createdAt, events.id)
  ).map(({ type }) => type);

/** Returns the emails to an address, newest first, including those about operators' decisions. */
export async function emailsTo(recipient: string) {
  const [account] = await db.select().from(merchants).where(eq(merchants.email, recipient));
  if (account) await emailEvents(account, ...operatorEvents);
  return await db
    .select()
    .from(emails)
    .where(eq(emails.recipient, recipient))
    .orderBy(desc(emails.createdAt), desc(emails.id));
}

export const newAddress = () => `hello-${randomUUID()}@example.com`;

/** Returns the latest code that was emailed to an address. */
export const codeFor = async (address: string) =>
  /Your code is (\d{6})$/m.exec((await emailsTo(address))[0]?.body ?? '')?.[1] ?? 'none';

/** Adds an unverified address to the merchant's store. Returns it with its code. */
export async function newSenderEmail(merchant: TestMerchant, email = newAddress()) {
  const { body } = await merchant.call('sender-email/add-email', { storeId: merchant.storeId, email });
  return { id: body.data.senderEmail.id as string, email, code: await codeFor(email) };
}

/** Adds a verified address that waits for an operator. */
export async function newProvenEmail(merchant: TestMerchant) {
  const sender = await newSenderEmail(merchant);
  await merchant.call('sender-email/confirm-email', { id: sender.id, code: sender.code });
  return sender;
}

/** Adds an unverified domain to the merchant's store and returns the API's answer. */
export async function newSenderDomain(merchant: TestMerchant, domain = `${randomUUID()}.example.com`) {
  const { body } = await merchant.call('sender-domain/add-domain', { storeId: merchant.storeId, domain });
  return body.data.senderDomain as { id: string; domain: string; dnsRecord: { name: string; value: string } };
}

export const deleteStore = (merchant: TestMerchant) =>
  db.update(stores).set({ deletedAt: new Date() }).where(eq(stores.id, merchant.store.id));
