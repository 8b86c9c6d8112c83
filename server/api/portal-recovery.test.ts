import { and, eq, isNull } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { methodChanges, paymentMethods, payments, sandboxMethods } from '#db/schema/index.ts';
import { settlePayments } from '#server/billing/jobs/settle-payments.ts';
import { recoveryLinkEndsAt } from '#server/billing/subscriptions/rules/dunning.ts';
import { type RecoveryLink, signRecoveryLink } from '#server/customers/recovery-link.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { settings } from '#server/platform/settings.ts';
import { baseUrl, db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { emailEvents } from '#server/testing/emails.ts';
import {
  cards,
  emailsTo,
  newPastDue,
  recoveryTokenIn,
  recoveryUrlIn,
  renewAt,
  type TestSubscription,
} from '#server/testing/orders/past-due.ts';
import { eventTypesOf } from '#server/testing/orders/rows.ts';
import { setClock } from '#server/testing/test-clock.ts';

const origin = new URL(baseUrl).origin;
const { renewalRetryDays } = settings();

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they test
  readonly body: any;
}

/** A browser that stores the recovery page's cookie and sends it to that page. */
function newBrowser() {
  let stored: { cookie: string; path: string } | undefined;
  async function ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Answer> {
    const Cookie = stored && path.startsWith(stored.path) ? stored.cookie : '';
    const headers = { ...(Cookie && { Cookie }), ...init.headers };
    const response = await fetch(`${baseUrl}${path}`, { redirect: 'manual', ...init, headers });
    const set = response.headers.getSetCookie().find((text) => text.startsWith('counterfoil_fix='));
    if (set) stored = { cookie: set.split(';')[0] ?? '', path: /Path=([^;]+)/.exec(set)?.[1] ?? '' };
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: /^[{[]/.test(text) ? JSON.parse(text) : text };
  }
  return {
    get cookie() {
      return stored?.cookie ?? '';
    },
    get: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    /** What a page shows, as values. */
    page: async (path: string, headers: Record<string, string> = {}) =>
      (await ask(path, { headers: { Accept: 'application/json', ...headers } })).body,
    post: (path: string, body: object = {}, headers: Record<string, string> = {}) =>
      ask(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
      }),
  };
}

type TestBrowser = ReturnType<typeof newBrowser>;

const cardOf = (cardNumber: string) => ({ cardNumber, cardExpiry: '12 / 40', cardCvc: '123' });

/** The link in the newest email to that buyer: the whole address, and the token after its `#`. */
async function linkOf({ email }: TestSubscription): Promise<{ link: string; token: string }> {
  const links = (await emailsTo(email)).map(recoveryUrlIn).filter(Boolean);
  const link = links.at(-1) ?? '';
  return { link, token: recoveryTokenIn(link) };
}

/** Hands the token in, as the link's page does. */
const handOver = (browser: TestBrowser, slug: string, token: unknown, headers: Record<string, string> = {}) =>
  browser.post(`/${slug}/portal/fix`, { link: token }, headers);

/** A customer whose renewal has failed and who has opened the link. */
async function opened(merchant: TestMerchant, options: Parameters<typeof newPastDue>[1] = {}) {
  const subscription = await newPastDue(merchant, options);
  const { link, token } = await linkOf(subscription);
  const browser = newBrowser();
  const answer = await handOver(browser, merchant.slug, token);
  const path = `/${merchant.slug}/portal/fix/${toShortId('ORD', subscription.id)}`;
  return { subscription, link, token, browser, answer, path };
}

const stateOf = async (browser: TestBrowser, path: string) => (await browser.page(path)).content.view.state;
const inUseFor = (orderId: string) => and(eq(paymentMethods.orderId, orderId), isNull(paymentMethods.replacedAt));
const paymentsOf = ({ id }: TestSubscription) =>
  db.select().from(payments).where(eq(payments.orderId, id)).orderBy(payments.attempt);
const statusesOf = async (subscription: TestSubscription) =>
  (await paymentsOf(subscription)).map(({ status, failureCode }) => failureCode ?? status);
const day = (moment: Date) => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(moment);

describe('the recovery link', () => {
  test('carries its token after the #; its page exchanges it for a cookie of one order’s page', async () => {
    const merchant = await newMerchant();
    const { answer, path, browser, link, token } = await opened(merchant);
    const entry = `/${merchant.slug}/portal/fix?environment=test`;
    expect(link).toBe(`${settings().checkoutUrl}${entry}#link=${token}`);
    const opening = await newBrowser().get(entry);
    expect([opening.status, opening.headers.getSetCookie()]).toEqual([200, []]);
    expect(opening.body).toContain('Opening the payment page…</h1>');
    expect(opening.body).toMatch(/<noscript>.*This page requires JavaScript/);
    expect([answer.status, answer.body.data]).toEqual([200, { goTo: `${path}?environment=test` }]);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('counterfoil_fix=')) ?? '';
    expect(cookie).toContain(`; Path=${path}; Max-Age=3600; HttpOnly; SameSite=Lax`);
    const page = await browser.get(path);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Pay for Beans by Post</h1>');
    expect(page.body).not.toContain(token);
    for (const shown of [opening, page]) {
      expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
      expect(shown.body).toContain('<meta name="referrer" content="no-referrer">');
    }
  });

  test('changes nothing when a mail scanner opens it first', async () => {
    const merchant = await newMerchant();
    const { browser, path, token, subscription } = await opened(merchant);
    for (let times = 0; times < 3; times += 1) {
      const other = newBrowser();
      expect((await handOver(other, merchant.slug, token)).status).toBe(200);
      expect(await stateOf(other, path)).toBe('open');
    }
    expect(await stateOf(browser, path)).toBe('open');
    expect(await statusesOf(subscription)).toEqual(['succeeded', 'card_declined']);
  });

  test('redirects an older link, with the token in the path, to the form after the #', async () => {
    const merchant = await newMerchant();
    const { token } = await opened(merchant);
    const answer = await newBrowser().get(`/${merchant.slug}/portal/fix/${token}`);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([303, []]);
    expect(answer.headers.get('location')).toBe(`/${merchant.slug}/portal/fix?environment=test#link=${token}`);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const nonsense = await newBrowser().get(`/${merchant.slug}/portal/fix/no%0d%0aX-Own:%20token`);
    expect(nonsense.headers.get('location')).toBe(`/${merchant.slug}/portal/fix#link=no%250d%250aX-Own%3A%2520token`);
  });

  test('accepts the token from its own page only', async () => {
    const merchant = await newMerchant();
    const { token } = await opened(merchant);
    const otherOrigin = { Origin: 'https://evil.example' };
    expect((await handOver(newBrowser(), merchant.slug, token, otherOrigin)).status).toBe(403);
    expect((await handOver(newBrowser(), merchant.slug, token, { Origin: 'null' })).status).toBe(403);
  });

  test('shows the amount due, the decline reason and what happens next', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path } = await opened(merchant);
    const { pastDueSince, nextChargeAt } = await subscription.read();
    const { content, testTime } = await browser.page(path);
    expect(testTime).toBe(pastDueSince?.toISOString());
    expect(content).toMatchObject({
      kind: 'portal-fix',
      environment: 'test',
      mode: 'test',
      view: {
        state: 'open',
        card: {
          productName: 'Beans by Post',
          state: 'idle',
          bankUrl: null,
          provider: { kind: 'sandbox' },
          pastDue: {
            total: '$21.42',
            card: 'Visa •••• 0341',
            triedOn: day(pastDueSince as Date),
            failure: 'Your card was declined. Try another card, or ask your bank why.',
            retryOn: day(nextChargeAt as Date),
            endsOn: day(addDays(pastDueSince as Date, renewalRetryDays.at(-1) ?? 0)),
          },
        },
      },
    });
  });

  test('shows neither the buyer’s address nor where they live', async () => {
    const merchant = await newMerchant();
    const { browser, path, subscription } = await opened(merchant);
    const { content } = await browser.page(path);
    expect(content.view.card.billing).toBeNull();
    expect(JSON.stringify(content)).not.toContain(subscription.email);
    expect(JSON.stringify(content)).not.toContain((await subscription.read()).billingDetail?.postcode);
  });

  test('gives access to no list, other order or receipt', async () => {
    const merchant = await newMerchant();
    const { browser, subscription, path } = await opened(merchant);
    const now = (await subscription.read()).pastDueSince as Date;
    const other = await newPastDue(merchant);
    await setClock(merchant, now);
    const Cookie = browser.cookie;
    const portal = `/${merchant.slug}/portal`;
    const [order, otherOrder] = [toShortId('ORD', subscription.id), toShortId('ORD', other.id)];
    const [paid] = await paymentsOf(subscription);
    for (const below of [
      '',
      `/orders/${order}`,
      `/orders/${order}/card`,
      `/receipts/${toShortId('PAY', paid?.id ?? '')}`,
    ]) {
      const { content } = await browser.page(`${portal}${below}?environment=test`, { Cookie });
      expect(content.kind, below).toBe('portal-sign-in');
    }
    const otherPage = await browser.page(`${portal}/fix/${otherOrder}`, { Cookie });
    expect(otherPage.content.view).toEqual({ state: 'unknown' });
    const refused = await browser.post(`${portal}/fix/${otherOrder}`, cardOf(cards.works), { Cookie });
    expect(refused.status).toBe(400);
    expect((await browser.post(`${portal}/orders/${order}/card`, cardOf(cards.works), { Cookie })).status).toBe(401);
    expect((await browser.post(`${portal}/orders/${order}/cancel`, {}, { Cookie })).status).toBe(401);
    for (const below of ['/receipt', '/card', '/challenge', '/challenge/1/2']) {
      expect((await browser.page(`${path}${below}`)).content.kind, below).toBe('portal-sign-in');
    }
  });

  test('uses the order’s language unless another one was chosen', async () => {
    const merchant = await newMerchant();
    const { browser, path } = await opened(merchant, { language: 'ar' });
    const { reading, content } = await browser.page(path, { 'Accept-Language': 'fr' });
    expect(reading.language).toBe('ar');
    expect(content.view.card.pastDue.failure).toBe('رُفضت بطاقتك. جرّب بطاقة أخرى أو اسأل البنك عن السبب.');
    expect((await browser.page(`${path}?language=it`)).reading.language).toBe('it');
  });

  test('works for a customer with an id of the store’s own', async () => {
    const merchant = await newMerchant();
    const { browser, path, subscription } = await opened(merchant, { buyerIdentity: 'user-1' });
    expect(await stateOf(browser, path)).toBe('open');
    expect((await browser.post(path, cardOf(cards.works))).status).toBe(200);
    expect((await subscription.read()).status).toBe('active');
  });
});

describe('a new card', () => {
  test('is charged at once, confirmed on the page, and ends the link', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path, token } = await opened(merchant);
    const { body, status } = await browser.post(path, cardOf(cards.works));
    expect([status, body.data]).toEqual([200, { goTo: `${path}?environment=test` }]);
    const order = await subscription.read();
    expect(order).toMatchObject({ status: 'active', periodNumber: 2, pastDueSince: null });
    expect(await statusesOf(subscription)).toEqual(['succeeded', 'card_declined', 'succeeded']);
    const { content } = await browser.page(path);
    const next = `Renews on ${day(order.currentPeriodEnd as Date)} for $21.42.`;
    expect(content.view).toEqual({ state: 'paid', productName: 'Beans by Post', next });
    const again = newBrowser();
    expect((await handOver(again, merchant.slug, token)).status).toBe(200);
    expect(await stateOf(again, path)).toBe('paid');
    expect((await again.post(path, cardOf(cards.works))).status).toBe(400);
    expect(await db.select().from(methodChanges).where(eq(methodChanges.orderId, subscription.id))).toHaveLength(1);
    await emailEvents(merchant, 'payment.failed');
    expect(await emailsTo(subscription.email)).toHaveLength(1);
    const types = await eventTypesOf(subscription.id);
    expect(types.slice(-3)).toEqual(['payment_method.changed', 'payment.succeeded', 'subscription.recovered']);
  });

  test('that is declined changes nothing, and another can be tried', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path } = await opened(merchant);
    const declined = await browser.post(path, cardOf('4000 0000 0000 9995'));
    expect(declined.status).toBe(400);
    expect(declined.body.errors[0]).toMatchObject({ reason: 'insufficient_funds' });
    const wrong = await browser.post(path, { ...cardOf(cards.works), cardCvc: '1' });
    expect(wrong.body.errors[0]).toMatchObject({ path: 'cardCvc' });
    const { view } = (await browser.page(path)).content;
    expect(view).toMatchObject({
      state: 'open',
      card: { lastFailure: 'Your card has insufficient funds. Try another card.' },
    });
    expect(await statusesOf(subscription)).toEqual(['succeeded', 'card_declined']);
    expect((await browser.post(path, cardOf(cards.works))).status).toBe(200);
    expect((await subscription.read()).status).toBe('active');
  });

  test('is accepted from this page only', async () => {
    const merchant = await newMerchant();
    const { browser, path } = await opened(merchant);
    const otherOrigin = { Origin: 'https://evil.example' };
    expect((await browser.post(path, cardOf(cards.works), otherOrigin)).status).toBe(403);
    expect((await newBrowser().post(path, cardOf(cards.works))).status).toBe(400);
  });

  test('is limited in attempts', async () => {
    const merchant = await newMerchant();
    const { browser, path } = await opened(merchant);
    const tries: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      tries.push((await browser.post(path, cardOf('4000 0000 0000 0002'))).status);
    }
    expect(tries.at(0)).toBe(400);
    expect(tries.at(-1)).toBe(429);
  });

  test('returns to this page after the bank’s questions about the card and the charge', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path } = await opened(merchant);
    const first = (await browser.post(path, cardOf(cards.challenge))).body.data.goTo as string;
    expect(first).toMatch(new RegExp(`^${path}/challenge/[0-9a-f-]{36}\\?environment=test$`));
    expect((await browser.page(path)).content.view).toMatchObject({
      state: 'open',
      card: { state: 'challenge', bankUrl: first },
    });
    const question = (await browser.page(first)).content;
    expect(question).toMatchObject({ kind: 'portal-fix-challenge', view: { about: 'card', amount: null } });
    const finishOf = (address: string) => address.replace('?', '/finish?');
    const second = (await browser.post(finishOf(first), { passed: true })).body.data.returnUrl as string;
    expect(second).not.toBe(first);
    expect((await browser.page(path)).content.view).toMatchObject({
      state: 'open',
      card: { state: 'challenge', bankUrl: second },
    });
    expect((await browser.page(second)).content.view).toMatchObject({ about: 'payment', amount: '$21.42' });
    const { body } = await browser.post(finishOf(second), { passed: true });
    expect(body.data).toEqual({ state: 'paid', returnUrl: `${path}?environment=test` });
    expect(await stateOf(browser, path)).toBe('paid');
    expect(await statusesOf(subscription)).toEqual(['succeeded', 'card_declined', 'succeeded']);
    // An answered question is no longer asked.
    expect((await browser.get(second)).headers.get('location')).toBe(`${path}?environment=test`);
    expect((await browser.post(finishOf(second), { passed: true })).status).toBe(400);
  });

  test('shows the reason when the bank refuses in the end, without another email', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path } = await opened(merchant);
    const first = (await browser.post(path, cardOf(cards.challenge))).body.data.goTo as string;
    const finishOf = (address: string) => address.replace('?', '/finish?');
    const second = (await browser.post(finishOf(first), { passed: true })).body.data.returnUrl as string;
    const refused = await browser.post(finishOf(second), { passed: false });
    expect(refused.body.errors[0]).toMatchObject({ reason: 'authentication_failed' });
    const { view } = (await browser.page(path)).content;
    expect(view).toMatchObject({
      state: 'open',
      card: {
        bankUrl: null,
        pastDue: {
          card: 'Visa •••• 3184',
          failure: 'Your bank could not verify your identity. Try again, or use another card.',
        },
      },
    });
    expect((await subscription.read()).status).toBe('past_due');
    await emailEvents(merchant, 'payment.failed');
    expect(await emailsTo(subscription.email)).toHaveLength(1);
  });

  test('replaces a card whose bank is still asking; the amount is paid once', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path } = await opened(merchant);
    const first = (await browser.post(path, cardOf(cards.challenge))).body.data.goTo as string;
    const second = (await browser.post(first.replace('?', '/finish?'), { passed: true })).body.data.returnUrl as string;
    expect((await browser.post(path, cardOf(cards.works))).status).toBe(200);
    expect(await statusesOf(subscription)).toEqual([
      'succeeded',
      'card_declined',
      'authentication_abandoned',
      'succeeded',
    ]);
    expect((await browser.post(second.replace('?', '/finish?'), { passed: true })).status).toBe(400);
    expect((await subscription.read()).periodNumber).toBe(2);
  });

  test('waits an hour for the bank’s answer, then an email reports the failure', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path } = await opened(merchant);
    const first = (await browser.post(path, cardOf(cards.challenge))).body.data.goTo as string;
    await browser.post(first.replace('?', '/finish?'), { passed: true });
    const { pastDueSince } = await subscription.read();
    const settleAfter = async (minutes: number) => {
      const at = new Date((pastDueSince as Date).getTime() + minutes * 60_000);
      await setClock(merchant, at);
      await settlePayments(db, at, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });
      return (await statusesOf(subscription)).at(-1);
    };
    expect(await settleAfter(59)).toBe('requires_action');
    await emailEvents(merchant, 'payment.failed');
    expect(await emailsTo(subscription.email)).toHaveLength(1);
    expect(await settleAfter(61)).toBe('authentication_abandoned');
    await emailEvents(merchant, 'payment.failed');
    const [, email] = await emailsTo(subscription.email);
    expect(email?.body).toContain('The verification with your bank was not completed.');
    expect(await stateOf(browser, path)).toBe('open');
  });

  test('shows a charge that the bank is still processing', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path } = await opened(merchant);
    const { body } = await browser.post(path, cardOf('4000 0099 0000 4006'));
    expect(body.data).toEqual({ goTo: null });
    const { view } = (await browser.page(path)).content;
    expect(view).toMatchObject({ state: 'open', card: { state: 'processing' } });
    const start = (await subscription.read()).pastDueSince as Date;
    await setClock(merchant, new Date(start.getTime() + 30_000));
    // A provider is queried at most once a second.
    await vi.waitFor(async () => expect((await browser.page(path)).content.view.card?.state).toBe('charging'), waiting);
    await setClock(merchant, new Date(start.getTime() + 60_000));
    await vi.waitFor(async () => expect(await stateOf(browser, path)).toBe('paid'), waiting);
  });
});

const waiting = { timeout: 30_000, interval: 200 };

describe('an invalid link', () => {
  test('has expired', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path, token } = await opened(merchant);
    const end = recoveryLinkEndsAt((await subscription.read()).pastDueSince as Date, renewalRetryDays);
    await setClock(merchant, new Date(end.getTime() - 1000));
    expect(await stateOf(browser, path)).toBe('open');
    await setClock(merchant, end);
    const answer = await handOver(newBrowser(), merchant.slug, token);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
    expect(answer.body.errors[0]).toMatchObject({ reason: 'link_expired' });
    expect((await browser.get(path)).status).toBe(410);
    expect((await browser.page(path)).content).toEqual({
      kind: 'portal-fix',
      environment: 'test',
      mode: 'test',
      view: { state: 'expired' },
    });
    expect((await browser.post(path, cardOf(cards.works))).status).toBe(400);
  });

  test('belongs to an earlier failure: the later email has the link', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path, token } = await opened(merchant, { content: { billingPeriod: 'weekly' } });
    expect((await browser.post(path, cardOf(cards.works))).status).toBe(200);
    const order = await subscription.read();
    expect(order.status).toBe('active');
    const [method] = await db.select().from(paymentMethods).where(inUseFor(subscription.id));
    const declinedFromNowOn = { number: cards.declinedLater.replaceAll(' ', '') };
    const itsCard = eq(sandboxMethods.id, method?.providerMethodId ?? '');
    await db.update(sandboxMethods).set(declinedFromNowOn).where(itsCard);
    await renewAt(merchant, order.nextChargeAt as Date);
    expect((await subscription.read()).status).toBe('past_due');
    expect(await stateOf(browser, path)).toBe('expired');
    expect((await browser.post(path, cardOf(cards.works))).status).toBe(400);
    const later = await linkOf(subscription);
    expect(later.token).not.toBe(token);
    const again = newBrowser();
    await handOver(again, merchant.slug, later.token);
    expect(await stateOf(again, path)).toBe('open');
  });

  test('belongs to a canceled or ended subscription', async () => {
    const merchant = await newMerchant();
    const { subscription, browser, path } = await opened(merchant);
    const orderId = toShortId('ORD', subscription.id);
    expect((await merchant.call('subscription-order/cancel-order', { orderId })).status).toBe(200);
    const { endedAt } = await subscription.read();
    expect((await browser.page(path)).content.view).toEqual({
      state: 'ended',
      productName: 'Beans by Post',
      next: `Ended on ${day(endedAt as Date)}. You will not be charged again.`,
    });
    expect((await browser.post(path, cardOf(cards.works))).status).toBe(400);

    const left = await opened(merchant);
    const since = (await left.subscription.read()).pastDueSince as Date;
    for (const days of renewalRetryDays) await renewAt(merchant, addDays(since, days));
    expect(await stateOf(left.browser, left.path)).toBe('ended');
  });

  test('belongs to another store or environment, or to no store', async () => {
    const [merchant, other] = [await newMerchant(), await newMerchant()];
    const { subscription, token } = await opened(merchant);
    const order = await subscription.read();
    const since = order.pastDueSince as Date;
    const good: RecoveryLink = {
      storeId: merchant.store.id,
      environment: 'test',
      orderId: order.id,
      pastDueSince: since,
      expiresAt: addDays(since, 30),
    };
    const sign = (changes: Partial<RecoveryLink>) => signRecoveryLink({ ...good, ...changes }, settings());
    const answerTo = async (slug: string, given: unknown) => {
      const { status, body } = await handOver(newBrowser(), slug, given);
      return status === 200 ? 'opened' : [status, body.errors[0].reason];
    };
    const refused = [400, 'link_unknown'];
    expect(await answerTo(merchant.slug, await sign({}))).toBe('opened');
    expect(await answerTo(other.slug, token)).toMatchObject(refused);
    expect(await answerTo(other.slug, await sign({ storeId: other.store.id }))).toMatchObject(refused);
    expect(await answerTo(merchant.slug, await sign({ environment: 'prod' }))).toMatchObject(refused);
    expect(await answerTo(merchant.slug, token.slice(0, -3))).toMatchObject(refused);
    expect(await answerTo(merchant.slug, `${token}\r\n`)).toMatchObject(refused);
    for (const nonsense of ['no.token.atall', '', 7, null, [token]]) {
      expect(await answerTo(merchant.slug, nonsense), String(nonsense)).toMatchObject(refused);
    }
    const forged = await signRecoveryLink(good, {
      ...settings(),
      appSecret: 'a secret that somebody else has made up',
    });
    expect(await answerTo(merchant.slug, forged)).toMatchObject(refused);
    expect(
      (await newBrowser().page(`/${merchant.slug}/portal/fix/${toShortId('ORD', order.id)}`)).content.view,
    ).toEqual({
      state: 'unknown',
    });
  });

  test('accepts no other kind of token, and is accepted as no other kind', async () => {
    const merchant = await newMerchant();
    const { token, browser, subscription } = await opened(merchant);
    const issued = await merchant.call('auth/issue-session-token', {
      storeId: merchant.storeId,
      buyerIdentity: subscription.email,
    });
    expect((await handOver(newBrowser(), merchant.slug, issued.body.data.token)).status).toBe(400);
    const entered = await browser.post(`/${merchant.slug}/portal/enter`, { token, environment: 'test' });
    expect(entered.status).toBe(401);
  });
});
