/** The payment recovery link with Stripe as the provider, using a fake of Stripe's API. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { paymentMethods } from '#db/schema/index.ts';
import { parseStartedSubscription } from '#server/billing/orders/rules/order.ts';
import { toShortId } from '#server/domain/ids.ts';
import { db } from '#server/testing/api.ts';
import { emailEvents } from '#server/testing/emails.ts';
import { declineRenewal, emailsTo, recoveryTokenIn, recoveryUrlIn } from '#server/testing/orders/past-due.ts';
import { orderOf, paymentsOf } from '#server/testing/orders/rows.ts';
import { paymentToken, withStripeServer } from '#server/testing/stripe/server.ts';

const { stripe, server, openCheckout, post } = withStripeServer();

/** A prod customer whose renewal has just failed and who has opened the link. */
async function openLink() {
  const buyer = { email: `${randomUUID()}@example.com`, postcode: '10115' };
  const { merchant, sessionId, pay } = await openCheckout({ productType: 'subscription', buyer });
  expect((await pay('works')).status).toBe(200);
  const read = () => orderOf(sessionId);
  const order = parseStartedSubscription(await read());
  const inUse = and(eq(paymentMethods.orderId, order.id), isNull(paymentMethods.replacedAt));
  const [method] = await db.select().from(paymentMethods).where(inUse);
  await declineRenewal(order, method?.id ?? null);
  await emailEvents(merchant, 'payment.failed');
  const [email] = await emailsTo(buyer.email);
  const secret = recoveryTokenIn(recoveryUrlIn(email));
  const opened = await post(`/${merchant.slug}/portal/fix`, { link: secret });
  const cookie = { Cookie: opened.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const path = `/${merchant.slug}/portal/fix/${toShortId('ORD', order.id)}`;
  expect(opened.body).toMatchObject({ data: { goTo: path } });
  const get = (below = '', accept = 'application/json') =>
    fetch(`${server.url}${path}${below}`, { headers: { ...cookie, Accept: accept }, redirect: 'manual' });
  return {
    emailSent: email,
    secret,
    email: buyer.email,
    path,
    read,
    get,
    // biome-ignore lint/suspicious/noExplicitAny: a page whose shape is what the tests look at
    view: async (below = '') => ((await (await get(below)).json()) as any).content.view,
    sendCard: async (behavior: string) => (await post(path, { paymentToken: paymentToken(behavior) }, cookie)).body,
    charges: () => paymentsOf(sessionId),
  };
}

test('charges a card that Stripe saves at once; nothing mentions tests in prod', async () => {
  const { email, emailSent, sendCard, path, view, read, get } = await openLink();
  expect(emailSent?.subject).toBe('Your payment for “Beans by Post” did not go through');
  expect(emailSent?.body).not.toContain('no money');
  const page = await get('', 'text/html');
  expect(page.headers.get('content-security-policy')).toContain('https://js.stripe.com');
  const { state, card } = await view();
  expect([state, card.provider.kind]).toEqual(['open', 'stripe']);
  // Only the billing details that Stripe's form would otherwise ask for.
  expect(card.billing).toEqual({ email, country: 'DE', postcode: '10115' });
  expect(await sendCard('works')).toMatchObject({ data: { goTo: path } });
  expect(await view()).toMatchObject({ state: 'paid' });
  expect(await read()).toMatchObject({ status: 'active', periodNumber: 2 });
  expect((await get('', 'text/html')).headers.get('content-security-policy')).not.toContain('stripe');
});

test('answers the bank’s question about the charge while the buyer is present and returns them to the page', async () => {
  const { sendCard, path, secret, view, charges } = await openLink();
  const { data } = await sendCard('later-challenge');
  expect(data.goTo).toMatch(/\/bank\/pi_/);
  const charge = (await charges()).at(-1);
  expect(charge?.status).toBe('requires_action');
  const intent = stripe.ledger.objects.get(charge?.providerPaymentId ?? '');
  expect(intent).toMatchObject({ object: 'payment_intent', return_url: `${server.url}${path}` });
  expect(JSON.stringify([...stripe.ledger.objects.values()])).not.toContain(secret);
  const answer = await fetch(`${data.goTo}/answer?passed=yes`, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  expect(back.pathname).toBe(path);
  expect(await view(back.search)).toMatchObject({ state: 'paid' });
  expect((await charges()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
});

test('names the reason when the charge fails after the card was saved', async () => {
  const { sendCard, path, view, read } = await openLink();
  expect(await sendCard('later-decline-insufficient_funds')).toMatchObject({ data: { goTo: path } });
  expect(await view()).toMatchObject({
    state: 'open',
    card: { pastDue: { card: 'Visa •••• 4242', failure: 'Your card has insufficient funds. Try another card.' } },
  });
  expect(await read()).toMatchObject({ status: 'past_due', periodNumber: 1 });
});
