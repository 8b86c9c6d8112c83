import { and, asc, eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { emails, events, orders, stores } from '#db/schema/index.ts';
import { remindBuyers } from '#server/billing/subscriptions/reminders.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import { dayInWords } from '#server/domain/day-words.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { EmailKind } from '#server/events/rules/email.ts';
import { settings } from '#server/platform/settings.ts';
import { db, newMerchant, newSession, newSubscriptionSession, pay, type TestMerchant } from '#server/testing/api.ts';
import { newSubscription as newGermanSubscription } from '#server/testing/orders/past-due.ts';
import { cards, newClockedMerchant, newSubscription } from '#server/testing/orders/subscriptions.ts';
import { queueEmails } from './queue-emails.ts';

/** Queues the emails of all events of those orders again. */
async function emailAgain(...orderIds: string[]): Promise<void> {
  const recorded = await db
    .select()
    .from(events)
    .where(inArray(events.objectId, orderIds))
    .orderBy(asc(events.createdAt), asc(events.sequence));
  await db.transaction((tx) => queueEmails.handle(tx, recorded, new Date()));
}

/** A store's emails, oldest first. */
const emailsOf = ({ store }: TestMerchant) =>
  db.select().from(emails).where(eq(emails.storeId, store.id)).orderBy(asc(emails.createdAt), asc(emails.id));

const day = (moment: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(moment);

/** All emailed events: a purchase, and subscriptions that start, lapse, recover and end, with and without a trial. */
async function liveOn(merchant: TestMerchant) {
  const { sessionId } = await newSession(merchant, { orderMerchantExternalId: 'case-7' });
  await pay(merchant, sessionId, { email: 'buyer@example.com' });
  const [bought] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  const trialing = await newSubscription({ merchant, content: { metadata: { trialDays: 14 } } });
  const [first, second] = [trialing.due, addDays(trialing.due, 60)];
  await trialing.renew(first);
  await trialing.cancel(addDays(first, 1));
  await trialing.reactivate(addDays(first, 2));
  await trialing.cancel(addDays(first, 3));
  await trialing.end(second);
  const plain = await newSubscription({ merchant, fields: { withTrial: false } });
  await plain.renew(plain.due);
  await plain.replaceCardNumber(cards.declined);
  const late = (await plain.order()).nextChargeAt as Date;
  await plain.renew(late);
  await plain.replaceCardNumber(cards.good);
  await plain.renew(addDays(late, 1));
  return { bought: bought?.id ?? '', trialing, plain };
}

let merchant: TestMerchant;
let life: Awaited<ReturnType<typeof liveOn>>;
beforeAll(async () => {
  merchant = await newClockedMerchant();
  life = await liveOn(merchant);
});

/** The kinds of emails of all the store's events under those settings. */
async function kindsUnder(notificationSettings: Record<string, boolean> | null): Promise<(EmailKind | null)[]> {
  await db.update(stores).set({ notificationSettings }).where(eq(stores.id, merchant.store.id));
  await db.delete(emails).where(eq(emails.storeId, merchant.store.id));
  await emailAgain(life.bought, life.trialing.id, life.plain.id);
  return (await emailsOf(merchant)).map(({ kind }) => kind);
}

const all = [
  'order_confirmation',
  'new_order',
  'trial_started',
  'new_subscription',
  'subscription_cycled',
  'subscription_renewed_notice',
  'subscription_canceled',
  'subscription_canceled_notice',
  'subscription_uncanceled_notice',
  'subscription_canceled',
  'subscription_canceled_notice',
  'subscription_revoked',
  'subscription_ended_notice',
  'subscription_confirmation',
  'new_subscription',
  'subscription_cycled',
  'subscription_renewed_notice',
  'subscription_past_due',
  'subscription_past_due_notice',
  'subscription_cycled',
  'subscription_renewed_notice',
] as const;
const counted = (kinds: readonly (string | null)[]) =>
  [...Map.groupBy(kinds, (kind) => String(kind))]
    .map(([kind, some]) => [kind, some.length] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

test('emails every event once with default settings', async () => {
  expect(counted(await kindsUnder(null))).toEqual(counted(all));
});

describe.each([
  ['emailOrderConfirmation', 'order_confirmation'],
  ['emailSubscriptionConfirmation', 'subscription_confirmation'],
  ['emailSubscriptionCycled', 'subscription_cycled'],
  ['emailSubscriptionCanceled', 'subscription_canceled'],
  ['emailSubscriptionRevoked', 'subscription_revoked'],
  ['emailSubscriptionPastDue', 'subscription_past_due'],
  ['emailTrialStarted', 'trial_started'],
  ['notifyNewOrders', 'new_order'],
  ['notifyNewSubscriptions', 'new_subscription'],
  ['notifySubscriptionCanceled', 'subscription_canceled_notice'],
  ['notifySubscriptionEnded', 'subscription_ended_notice'],
  ['notifySubscriptionPastDue', 'subscription_past_due_notice'],
  ['notifySubscriptionRenewed', 'subscription_renewed_notice'],
  ['notifySubscriptionUncanceled', 'subscription_uncanceled_notice'],
] as const)('%s', (name, kind) => {
  test(`turns off ${kind} only`, async () => {
    expect(counted(await kindsUnder({ [name]: false }))).toEqual(counted(all.filter((each) => each !== kind)));
    expect(counted(await kindsUnder({ [name]: true }))).toEqual(counted(all));
  });
});

describe('states the facts at the time of the event, regardless of later changes', () => {
  const byKind: Record<string, { subject: string; body: string; recipient: string; status: string }[]> = {};
  beforeAll(async () => {
    await kindsUnder(null);
    Object.assign(
      byKind,
      Object.groupBy(await emailsOf(merchant), ({ kind }) => String(kind)),
    );
  });
  const bodyOf = (kind: EmailKind, at = 0) => byKind[kind]?.[at]?.body.split('\n\n') ?? [];
  const urlOf = (id: string) =>
    `${settings().checkoutUrl}/${merchant.slug}/portal/orders/${toShortId('ORD', id)}?environment=test`;
  const periodOfPlain = (number: number) => periodStart(life.plain.startedAt, 'monthly', number);

  test('confirms a purchase to the buyer', () => {
    expect(byKind.order_confirmation?.[0]?.subject).toBe('[Test] Your order from “Test Store”');
    expect(bodyOf('order_confirmation')).toEqual([
      'Thank you. Your order of “Handbook” from “Test Store” is confirmed.',
      [
        'Product: “Handbook”',
        'Subtotal: $29.00',
        'VAT 19%: $5.51',
        'Total: $34.51',
        'Payment method: Visa •••• 4242',
        `Order number: ${toShortId('ORD', life.bought)}`,
      ].join('\n'),
      'View your order and receipt:',
      urlOf(life.bought),
      'Test mode: no real charges.',
    ]);
  });

  test('notifies the owner of a purchase', () => {
    const order = toShortId('ORD', life.bought);
    expect(byKind.new_order?.[0]).toMatchObject({
      recipient: merchant.email,
      subject: '[Test] New order: $34.51 for “Handbook”',
    });
    expect(bodyOf('new_order')).toEqual([
      'buyer@example.com bought “Handbook” from your store “Test Store”.',
      `Customer: buyer@example.com\nAmount: $34.51\nVAT 19%: $5.51\nOrder: ${order}\nYour ID: case-7`,
      `${settings().appUrl}/dashboard/${merchant.slug}/test/orders/${order}`,
      'This order was placed in test mode. No money moved.',
    ]);
  });

  test('names the first renewal, even after two renewals', async () => {
    expect((await life.plain.order()).periodNumber).toBe(3);
    expect(bodyOf('subscription_confirmation')[1]).toContain(`Next charge: $21.42 on ${day(periodOfPlain(1))}`);
    const charged = byKind.subscription_cycled?.filter(({ body }) => body.includes(urlOf(life.plain.id))) ?? [];
    expect(charged.map(({ body }) => /paid until (.*)\.$/m.exec(body)?.[1])).toEqual(
      [2, 3].map((number) => day(periodOfPlain(number))),
    );
  });

  test('names the end of the trial, and at a cancellation the end of the period paid then', () => {
    const { due } = life.trialing;
    expect(bodyOf('trial_started')[0]).toBe(
      `Your trial of “Beans by Post” at “Test Store” ends on ${day(due)}. After that, you’ll be charged $21.42 every month.`,
    );
    const end = day(periodStart(due, 'monthly', 1));
    expect(byKind.subscription_canceled?.[0]?.subject).toBe(
      `[Test] Your subscription to “Beans by Post” ends on ${end}`,
    );
    expect(bodyOf('subscription_canceled_notice').slice(0, 2)).toEqual([
      'buyer@example.com canceled their subscription to “Beans by Post” at your store “Test Store”.',
      `Customer: buyer@example.com\nEnds: ${dayInWords(periodStart(due, 'monthly', 1))}\nOrder: ${toShortId('ORD', life.trialing.id)}`,
    ]);
  });

  test('names the payment to the owner', () => {
    expect(byKind.subscription_renewed_notice?.map(({ subject }) => subject).toSorted()).toEqual([
      '[Test] First payment after a trial: $21.42 for “Beans by Post”',
      '[Test] Payment recovered: $21.42 for “Beans by Post”',
      '[Test] Subscription renewed: $21.42 for “Beans by Post”',
    ]);
    expect(bodyOf('subscription_past_due_notice')[1]).toContain('Amount: $21.42\nReason: card declined');
  });
});

test('emails the end of an unpaid subscription once', async () => {
  const unpaid = await newSubscription();
  await unpaid.replaceCardNumber(cards.declined);
  for (const days of [0, ...settings().renewalRetryDays]) await unpaid.renew(addDays(unpaid.due, days));
  expect((await unpaid.order()).status).toBe('canceled');
  const before = (await emailsOf(unpaid.merchant)).map(({ kind }) => kind);
  expect(before).not.toContain('subscription_revoked');
  await emailAgain(unpaid.id);
  const kinds = counted((await emailsOf(unpaid.merchant)).map(({ kind }) => kind));
  expect(kinds).toContainEqual(['subscription_revoked', 1]);
  expect(kinds).toContainEqual(['subscription_ended_notice', 1]);
  expect(kinds).toContainEqual(['subscription_past_due_notice', 1]);
});

test('emails a late first payment after a trial as one charge', async () => {
  const late = await newSubscription({ content: { metadata: { trialDays: 14 } } });
  await late.replaceCardNumber(cards.declined);
  await late.renew(late.due);
  await late.replaceCardNumber(cards.good);
  await late.renew(addDays(late.due, 1));
  expect((await late.subscriptionEvents()).slice(-2)).toEqual(['subscription.recovered', 'subscription.activated']);
  await emailAgain(late.id);
  const kinds = counted((await emailsOf(late.merchant)).map(({ kind }) => kind));
  expect(kinds).toContainEqual(['subscription_cycled', 1]);
  expect(kinds).toContainEqual(['subscription_renewed_notice', 1]);
});

test('writes to the buyer in their language and region, to the owner in English', async () => {
  const owner = await newClockedMerchant();
  const { id } = await newGermanSubscription(owner, { language: 'de-AT' });
  await emailAgain(id);
  const [email, notice] = await emailsOf(owner);
  expect(email?.subject).toBe('[Test] Ihr Abonnement von „Beans by Post“ hat begonnen');
  expect(email?.body).toContain('Gesamtbetrag: $\u00a021,42');
  expect(email?.content).toMatchObject({ language: 'de', direction: 'ltr' });
  expect(notice?.subject).toBe('[Test] New subscription: $21.42 every month for “Beans by Post”');
  // Both belong to the event that started the subscription.
  const [begun] = await db
    .select()
    .from(events)
    .where(and(eq(events.objectId, id), eq(events.type, 'subscription.activated')));
  expect([email?.eventId, notice?.eventId]).toEqual([begun?.id, begun?.id]);
});

test('sends nothing about a subscription that never started', async () => {
  const owner = await newClockedMerchant();
  const { sessionId } = await newSubscriptionSession(owner);
  const billingDetail = { country: 'DE', isBusiness: false };
  await owner.call('subscription-order/create-order', { checkoutSessionId: sessionId, billingDetail });
  const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
  const { status } = await owner.call('subscription-order/cancel-order', { orderId: order?.id });
  expect(status).toBe(200);
  await emailAgain(order?.id ?? '');
  expect(await emailsOf(owner)).toEqual([]);
});

test('in test, sends buyers’ emails to members only, and notices without a test clock only; in prod, sends all', async () => {
  const owner = await newMerchant();
  const statuses = async (email: string, environment: 'test' | 'prod') => {
    const { sessionId } = await newSession(owner);
    await pay(owner, sessionId, { email });
    const [order] = await db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));
    const paid = { id: order?.id ?? '', environment };
    await db.update(orders).set({ environment }).where(eq(orders.id, paid.id));
    await emailAgain(paid.id);
    const rows = (await emailsOf(owner)).filter(({ orderId }) => orderId === paid.id);
    return rows.map(({ kind, status }) => [kind, status]);
  };
  const set = (testClockAt: Date | null) => db.update(stores).set({ testClockAt }).where(eq(stores.id, owner.store.id));
  const both = (toBuyer: string, notice: string) => [
    ['order_confirmation', toBuyer],
    ['new_order', notice],
  ];
  expect(await statuses('stranger@example.com', 'test')).toEqual(both('kept', 'queued'));
  expect(await statuses(owner.email, 'test')).toEqual(both('queued', 'queued'));
  expect(await statuses('stranger@example.com', 'prod')).toEqual(both('queued', 'queued'));
  await set(new Date());
  expect(await statuses('stranger@example.com', 'test')).toEqual(both('kept', 'kept'));
  expect(await statuses(owner.email, 'test')).toEqual(both('queued', 'kept'));
  expect(await statuses('stranger@example.com', 'prod')).toEqual(both('queued', 'queued'));
  await set(null);
  expect(await statuses('stranger@example.com', 'test')).toEqual(both('kept', 'queued'));
});

test('queues emails in the order of their events', async () => {
  const shop = await newClockedMerchant();
  const trial = await newSubscription({ merchant: shop, content: { metadata: { trialDays: 14 } } });
  await remindBuyers(db, addDays(trial.due, -3), { merchantId: shop.id, storeId: shop.store.id });
  expect(await emailsOf(shop)).toEqual([]);
  await emailAgain(trial.id);
  expect((await emailsOf(shop)).map(({ kind }) => kind)).toEqual(['trial_started', 'new_subscription', 'trial_ending']);
});
