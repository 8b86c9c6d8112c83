/** A buyer's actions in the portal: orders, cards and receipts. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { methodChanges, orders, payments, refunds, refundTickets } from '#db/schema/index.ts';
import { fromShortId, newId, toShortId } from '#server/domain/ids.ts';
import { baseUrl, db, newMerchant, newSession, pay } from '#server/testing/api.ts';
import { emailsTo, newPastDue, recoveryTokenIn, recoveryUrlIn } from '#server/testing/orders/past-due.ts';
import {
  browserAt,
  messageOf,
  newEmail,
  newPurchase,
  signInBrowser,
  type TestBrowser,
} from '#server/testing/orders/portal-visitor.ts';
import { review } from '#server/testing/orders/refunds.ts';
import { paymentsOf, updateOrder } from '#server/testing/orders/rows.ts';

describe('an order', () => {
  /** Everything below one order, and its receipts, for one browser. */
  async function kindsOf(browser: TestBrowser, order: { id: string; paymentId: string }) {
    const paths = [
      `/orders/${order.id}`,
      `/orders/${order.id}/card`,
      `/orders/${order.id}/refund?payment=${order.paymentId}`,
      `/receipts/${order.paymentId}`,
    ];
    return await Promise.all(paths.map(async (path) => (await browser.page(path)).kind));
  }

  test('shows status, payments and actions', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signInBrowser(merchant, 'user-1');
    expect(await kindsOf(browser, order)).toEqual(['portal-order', 'portal-card', 'portal-refund', 'portal-receipt']);
    const { view } = await browser.page(`/orders/${order.id}`);
    expect(view).toMatchObject({
      id: order.id,
      productName: 'Beans by Post',
      price: '$18.00 every month',
      status: 'Active',
      next: expect.stringMatching(/^Renews on \w+ \d+, \d{4} for \$18\.00\.$/),
      checkoutPath: null,
      cancel: { until: expect.stringMatching(/\d{4}$/) },
      reactivate: null,
      canChangeCard: true,
      tickets: [],
      payments: [
        { id: order.paymentId, amount: '$18.00', status: 'Paid', hasReceipt: true, canAskRefund: true, failure: null },
      ],
    });
  });

  test('does not exist for another buyer, store or environment', async () => {
    const [merchant, other] = await Promise.all([newMerchant(), newMerchant()]);
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const otherBuyers = [
      await signInBrowser(merchant, 'user-2'),
      await signInBrowser(other, 'user-1'),
      await signInBrowser(merchant, 'user-1', 'prod'),
    ];
    for (const otherBuyer of otherBuyers) {
      expect(await kindsOf(otherBuyer, order)).toEqual(Array(4).fill('portal-not-found'));
      for (const step of ['cancel', 'reactivate', 'refund', 'card', `card/challenge/${randomUUID()}/finish`]) {
        const refused = await otherBuyer.post(`orders/${order.id}/${step}`, { reason: 'x', passed: true });
        expect(messageOf(refused)).toEqual([404, 'This does not exist, or you do not have access to it.']);
      }
    }
    const [row] = await db.select().from(orders).where(eq(orders.id, order.uuid));
    expect(row?.status).toBe('active');
    expect(await db.select().from(refundTickets).where(eq(refundTickets.orderId, order.uuid))).toEqual([]);
  });

  test('answers 404 for invalid ids', async () => {
    const merchant = await newMerchant();
    const browser = await signInBrowser(merchant, 'user-1');
    for (const path of [
      '/orders/x',
      '/orders',
      '/orders/%00',
      '/receipts/x',
      '/receipts/x.pdf',
      '/nowhere',
      '/open/x',
    ]) {
      expect((await browser.page(path)).kind).toBe('portal-not-found');
    }
    expect((await browser.post('orders/x/cancel')).status).toBe(404);
    expect((await browser.post('nowhere')).status).toBe(404);
    expect((await browser.post('orders/x/y/z')).status).toBe(404);
    expect((await browserAt('no-such-store-at-all').page()).kind).toBe('portal-not-found');
  });

  test('is canceled at the period’s end and resumed', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signInBrowser(merchant, 'user-1');
    const { view: before } = await browser.page(`/orders/${order.id}`);
    expect((await browser.post(`orders/${order.id}/cancel`)).body.data).toEqual({
      orderId: order.id,
      status: 'canceling',
    });
    const { view: canceled } = await browser.page(`/orders/${order.id}`);
    expect(canceled).toMatchObject({
      status: 'Canceling',
      next: `Canceled. You can use it until ${before.cancel.until}. You will not be charged again.`,
      cancel: null,
      reactivate: { total: '$18.00', nextOn: before.cancel.until },
    });
    const refused = await browser.post(`orders/${order.id}/cancel`);
    expect(messageOf(refused)).toEqual([400, 'This is no longer possible. The page shows the current status.']);
    expect((await browser.post(`orders/${order.id}/reactivate`)).body.data.status).toBe('active');
    const again = await browser.post(`orders/${order.id}/reactivate`);
    expect(again.status).toBe(400);
  });

  test('an unpaid one-time order links to its checkout and can be canceled', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant, { buyerIdentity: 'user-1' });
    await merchant.call('onetime-order/create-order', {
      checkoutSessionId: sessionId,
      billingDetail: { country: 'DE', isBusiness: false },
    });
    const { orderId: id } = await updateOrder(sessionId, { buyerIdentity: 'user-1' });
    const browser = await signInBrowser(merchant, 'user-1');
    const { view } = await browser.page(`/orders/${id}`);
    expect(view).toMatchObject({
      status: 'Unpaid',
      checkoutPath: `/${merchant.slug}/checkout/${sessionId}`,
      cancel: { until: null },
      canChangeCard: false,
    });
    expect((await browser.post(`orders/${id}/reactivate`)).status).toBe(404);
    expect((await browser.post(`orders/${id}/cancel`)).body.data.status).toBe('canceled');
    expect((await browser.page(`/orders/${id}`)).view.next).toMatch(/^Canceled on /);
  });

  test('accepts one refund request, with the amount in the buyer’s locale', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    const browser = await signInBrowser(merchant, 'user-1');
    const path = `orders/${order.id}/refund`;
    const given = { paymentId: order.paymentId, reason: 'It is not what I ordered.' };
    const wrong: [object, string][] = [
      [{ ...given, amount: '30' }, 'amount'],
      [{ ...given, amount: 'ten' }, 'amount'],
      [{ ...given, amount: 2900 }, 'amount'],
      [{ ...given, amount: '1', reason: ' ' }, 'reason'],
      [{ ...given, amount: '1', reason: 'x'.repeat(1001) }, 'reason'],
    ];
    for (const [body, field] of wrong) {
      const refused = await browser.post(path, body);
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, field]);
    }
    const response = await browser.post(path, { ...given, amount: '10,50' });
    expect([response.status, response.body.data.ticket]).toEqual([
      200,
      expect.objectContaining({ status: 'pending', amount: '10.50', paymentId: order.paymentId }),
    ]);
    const { view } = await browser.page(`/orders/${order.id}`);
    expect(view.tickets).toMatchObject([{ amount: '$10.50', reason: given.reason, status: 'Pending' }]);
    expect(view.payments).toMatchObject([{ canAskRefund: false }]);
    const again = await browser.post(path, { ...given, amount: '1' });
    expect(messageOf(again)).toEqual([400, 'You have already requested this refund. The store has not responded yet.']);
    expect((await browser.page(`/${path}?payment=${order.paymentId}`)).kind).toBe('portal-not-found');
  });

  test('shows refunds with their payment and limits a request to the remaining amount', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    const browser = await signInBrowser(merchant, 'user-1');
    const newRefund = async (amount: string | undefined, status: 'pending' | 'succeeded' | 'failed') => {
      const given = await merchant.call('refund/create-refund', { paymentId: order.paymentId, amount });
      const id = fromShortId('REF', given.body.data.refund.id) ?? '';
      const succeededAt = status === 'succeeded' ? new Date('2026-12-03T12:00:00Z') : null;
      await db.update(refunds).set({ status, succeededAt }).where(eq(refunds.id, id));
    };
    const payment = async () => (await browser.page(`/orders/${order.id}`)).view.payments[0];
    await newRefund('4.00', 'failed');
    expect(await payment()).toMatchObject({
      status: 'Paid',
      canAskRefund: true,
      refunds: [{ text: '$4.00 could not be refunded. The store has been notified.' }],
    });
    await newRefund('9.00', 'succeeded');
    const { status, refunds: lines, canAskRefund } = await payment();
    expect([status, canAskRefund, lines[0].text]).toEqual([
      'Partially refunded',
      true,
      '$9.00 was refunded on December 3, 2026.',
    ]);
    const page = `/orders/${order.id}/refund?payment=${order.paymentId}`;
    expect((await browser.page(page)).view).toMatchObject({ usual: '20.00', most: '$20.00', paid: '$29.00' });
    const tooMuch = await browser.post(`orders/${order.id}/refund`, { ...order, reason: 'Broken', amount: '20.01' });
    expect(messageOf(tooMuch)).toEqual([400, 'Enter no more than the amount that can still be refunded.']);
    await newRefund(undefined, 'pending');
    expect(await payment()).toMatchObject({ status: 'Partially refunded', canAskRefund: false });
    expect((await payment()).refunds[0].text).toBe('Your refund of $20.00 is on its way.');
    expect((await browser.page(page)).kind).toBe('portal-not-found');
    const nothingLeft = await browser.post(`orders/${order.id}/refund`, { ...order, reason: 'Broken', amount: '1' });
    expect(messageOf(nothingLeft)).toEqual([400, 'This payment is fully refunded, or its refund is on its way.']);
    await db.update(refunds).set({ status: 'succeeded' }).where(eq(refunds.orderId, order.uuid));
    expect((await payment()).status).toBe('Refunded');
  });

  test('lets the buyer repeat a declined request three times', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    const [browser, otherBuyer] = [await signInBrowser(merchant, 'user-1'), await signInBrowser(merchant, 'user-2')];
    const path = `orders/${order.id}/refund`;
    const response = await browser.post(path, { ...order, reason: 'It is torn.', amount: '10' });
    const ticketId: string = response.body.data.ticket.id;
    const decline = () => review(merchant, { ticketId, decision: 'reject', note: 'Where?' });
    const again = () => browser.post(path, { ticketId, reason: 'On page 7.', amount: '12,50' });
    const page = `/${path}?ticket=${ticketId}`;
    expect((await browser.page(page)).kind).toBe('portal-not-found');
    for (let time = 0; time < 3; time += 1) {
      await decline();
      const { view } = await browser.page(`/orders/${order.id}`);
      expect(view.tickets).toMatchObject([{ status: 'Declined', answer: 'Where?', canAskAgain: true }]);
      expect((await browser.page(page)).view).toMatchObject({
        usual: time === 0 ? '10.00' : '12.50',
        most: '$29.00',
        again: { ticketId, answer: 'Where?', reason: time === 0 ? 'It is torn.' : 'On page 7.' },
      });
      expect((await otherBuyer.page(page)).kind).toBe('portal-not-found');
      expect((await otherBuyer.post(path, { ticketId, reason: 'Mine', amount: '1' })).status).toBe(404);
      const retried = await again();
      expect([retried.status, retried.body.data.ticket]).toEqual([
        200,
        expect.objectContaining({ id: ticketId, status: 'pending', amount: '12.50', resubmissions: time + 1 }),
      ]);
    }
    await decline();
    expect((await browser.page(`/orders/${order.id}`)).view.tickets).toMatchObject([{ canAskAgain: false }]);
    expect((await browser.page(page)).kind).toBe('portal-not-found');
    const refusal = [400, 'You cannot request this refund again. Contact the store.'];
    expect(messageOf(await again())).toMatchObject(refusal);
    // Nor as a new request.
    expect((await browser.page(`/orders/${order.id}`)).view.payments).toMatchObject([{ canAskRefund: false }]);
    expect(messageOf(await browser.post(path, { ...order, reason: 'Really.', amount: '1' }))).toMatchObject(refusal);
  });

  test('rejects any invalid amount', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    const browser = await signInBrowser(merchant, 'user-1');
    for (const amount of [{ toString: 1, valueOf: 1 }, ['5.00'], null, true]) {
      const refused = await browser.post(`orders/${order.id}/refund`, { ...order, reason: 'Broken', amount });
      expect([refused.status, refused.body.errors[0].path]).toEqual([400, 'amount']);
    }
  });

  test('lists twenty orders a page: live subscriptions first, then newest first, without expired ones', async () => {
    const merchant = await newMerchant();
    const subscription = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const first = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    const [template] = await db.select().from(orders).where(eq(orders.id, first.uuid));
    if (!template) throw new Error('no order');
    // One session makes one order, so more orders need more sessions.
    const more = await Promise.all(Array.from({ length: 21 }, () => newSession(merchant)));
    await db.insert(orders).values(
      more.map((session, index) => ({
        ...template,
        id: newId(),
        checkoutSessionId: session.sessionId,
        status: index === 20 ? ('expired' as const) : ('completed' as const),
        createdAt: new Date(Date.now() + (index + 1) * 1000),
      })),
    );
    const browser = await signInBrowser(merchant, 'user-1');
    const { view: one } = await browser.page();
    expect([one.page, one.pages, one.subscriptions.length, one.others.length]).toEqual([1, 2, 1, 19]);
    expect(one.subscriptions[0].id).toBe(subscription.id);
    const { view: two } = await browser.page('?page=2');
    expect([two.page, two.subscriptions.length, two.others.length]).toEqual([2, 0, 2]);
    expect(two.others.at(-1).id).toBe(first.id);
    for (const [response, shown] of [
      ['99', 2],
      ['0', 1],
      ['-3', 1],
      ['x', 1],
    ] as const) {
      expect((await browser.page(`?page=${response}`)).view.page).toBe(shown);
    }
  });
});

describe('the card', () => {
  const card = (cardNumber: string) => ({ cardNumber, cardExpiry: '12 / 40', cardCvc: '123' });

  test('is updated without a charge and shown', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signInBrowser(merchant, 'user-1');
    const page = `/${merchant.slug}/portal/orders/${order.id}`;
    const changed = await browser.post(`orders/${order.id}/card`, card('5555 5555 5555 4444'));
    expect([changed.status, changed.body.data]).toEqual([200, { goTo: `${page}?done=card&environment=test` }]);
    expect((await browser.page(`/orders/${order.id}`)).view.card).toBe(
      '\u2068Mastercard •••• 4444\u2069 · \u2068expires 12/40\u2069',
    );
    expect((await browser.page(`/orders/${order.id}?done=card`)).completed).toBe('card');
    expect((await browser.page(`/orders/${order.id}?done=%3Cb%3E`)).completed).toBeNull();
    expect(await db.select().from(payments).where(eq(payments.orderId, order.uuid))).toHaveLength(1);
  });

  test('reports a problem at its field or with the bank’s reason', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signInBrowser(merchant, 'user-1');
    const path = `orders/${order.id}/card`;
    const refusals: [object, number, string | undefined][] = [
      [{}, 400, 'cardNumber'],
      [{ ...card('4242 4242 4242 4242'), cardExpiry: '12 / 20' }, 400, 'cardExpiry'],
      [{ ...card('4242 4242 4242 4242'), cardCvc: '1' }, 400, 'cardCvc'],
      [card('4000 0000 0000 0002'), 400, undefined],
    ];
    for (const [body, status, field] of refusals) {
      const refused = await browser.post(path, body);
      expect([refused.status, refused.body.errors[0].path]).toEqual([status, field]);
    }
    expect((await browser.page(`/${path}`)).view.lastFailure).toContain('declined');
  });

  test('is accepted after a passed challenge', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signInBrowser(merchant, 'user-1');
    const response = await browser.post(`orders/${order.id}/card`, card('4000 0027 6000 3184'));
    const bankUrl: string = response.body.data.goTo;
    expect(bankUrl).toMatch(/\/card\/challenge\/[\w-]+\?environment=test$/);
    const bank = new URL(bankUrl, baseUrl).pathname.replace(`/${merchant.slug}/portal`, '');
    expect((await browser.page(bank)).kind).toBe('portal-challenge');
    expect((await browser.page(`/orders/${order.id}/card`)).view).toMatchObject({ state: 'challenge', bankUrl });
    // Only the buyer can answer the challenge.
    const otherBuyer = await signInBrowser(merchant, 'user-2');
    expect((await otherBuyer.post(`${bank.slice(1)}/finish`, { passed: true })).status).toBe(404);
    const finished = await browser.post(`${bank.slice(1)}/finish`, { passed: true });
    const page = `/${merchant.slug}/portal/orders/${order.id}`;
    expect(finished.body.data).toMatchObject({ returnUrl: `${page}?done=card&environment=test` });
    expect((await browser.page(`/orders/${order.id}`)).view.card).toContain('3184');
    expect((await browser.post(`${bank.slice(1)}/finish`, { passed: true })).status).toBe(400);
    // A challenge that is no longer pending leads back to the card.
    expect((await browser.get(bank)).headers.get('location')).toBe(`${page}/card?environment=test`);
  });

  test('allows six attempts a minute', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    const browser = await signInBrowser(merchant, 'user-1');
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      statuses.push((await browser.post(`orders/${order.id}/card`, card('4000 0000 0000 0002'))).status);
    }
    expect(statuses).toEqual([...Array(6).fill(400), 429]);
    // A new sign-in starts a new session but no new attempts.
    const again = await signInBrowser(merchant, 'user-1');
    expect((await again.post(`orders/${order.id}/card`, card('4000 0000 0000 0002'))).status).toBe(429);
    const changes = await db.select().from(methodChanges).where(eq(methodChanges.orderId, order.uuid));
    expect(changes).toHaveLength(6);
  });

  test('cannot be updated for an ended or one-time order', async () => {
    const merchant = await newMerchant();
    const once = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    const over = await newPurchase(merchant, newEmail(), { identity: 'user-1', isSubscription: true });
    await db.update(orders).set({ status: 'canceled', endedAt: new Date() }).where(eq(orders.id, over.uuid));
    const browser = await signInBrowser(merchant, 'user-1');
    for (const [{ id }, status] of [
      [once, 404],
      [over, 400],
    ] as const) {
      expect((await browser.page(`/orders/${id}/card`)).kind).toBe('portal-not-found');
      expect((await browser.post(`orders/${id}/card`, card('4242 4242 4242 4242'))).status).toBe(status);
    }
  });
});

describe('the card of a subscription that is past due', () => {
  const card = (cardNumber: string) => ({ cardNumber, cardExpiry: '12 / 40', cardCvc: '123' });

  /** The buyer, signed in, on the card page. */
  async function atTheCard() {
    const merchant = await newMerchant();
    const subscription = await newPastDue(merchant, { buyerIdentity: 'user-1' });
    const browser = await signInBrowser(merchant, 'user-1');
    const order = `orders/${toShortId('ORD', subscription.id)}`;
    const attempts = async () =>
      (await db.select().from(payments).where(eq(payments.orderId, subscription.id)).orderBy(payments.attempt)).map(
        ({ status, failureCode }) => failureCode ?? status,
      );
    const portal = `/${merchant.slug}/portal`;
    return {
      merchant,
      subscription,
      browser,
      order,
      page: `${portal}/${order}/card?environment=test`,
      done: `${portal}/${order}?done=card&environment=test`,
      view: async () => (await browser.page(`/${order}/card`)).view,
      sendCard: async (number: string) => await browser.post(`${order}/card`, card(number)),
      /** On the sandbox's 3D Secure page. */
      answer: async (bankUrl: string, passed: boolean) =>
        await browser.post(`${new URL(bankUrl, baseUrl).pathname.slice(portal.length + 1)}/finish`, { passed }),
      ask: async (bankUrl: string) => await browser.page(new URL(bankUrl, baseUrl).pathname.slice(portal.length)),
      attempts,
    };
  }

  test('shows the unpaid amount and is charged immediately', async () => {
    const { view, sendCard, done, subscription, attempts } = await atTheCard();
    expect(await view()).toMatchObject({
      state: 'idle',
      isDone: false,
      pastDue: { total: '$21.42', card: 'Visa •••• 0341', failure: expect.stringContaining('declined') },
    });
    expect((await sendCard('5555 5555 5555 4444')).body.data).toEqual({ goTo: done });
    expect(await subscription.read()).toMatchObject({ status: 'active', periodNumber: 2 });
    expect(await attempts()).toEqual(['succeeded', 'card_declined', 'succeeded']);
    expect(await view()).toMatchObject({ pastDue: null, isDone: true });
  });

  test('may need two challenges, for card and charge, that return to the page', async () => {
    const { view, sendCard, ask, answer, page, done, subscription, attempts } = await atTheCard();
    const first = (await sendCard('4000 0027 6000 3184')).body.data.goTo as string;
    expect(await ask(first)).toMatchObject({ kind: 'portal-challenge', view: { about: 'card', amount: null } });
    const second = (await answer(first, true)).body.data.returnUrl as string;
    expect(second).toMatch(new RegExp(`${page.replace('?', '/challenge/[0-9a-f-]{36}\\?')}$`));
    expect(second).not.toBe(first);
    expect(await view()).toMatchObject({ state: 'challenge', bankUrl: second, isDone: false });
    expect(await ask(second)).toMatchObject({ view: { about: 'payment', amount: '$21.42' } });
    expect((await answer(second, true)).body.data).toEqual({ state: 'paid', returnUrl: done });
    expect((await subscription.read()).status).toBe('active');
    expect(await attempts()).toEqual(['succeeded', 'card_declined', 'succeeded']);
    // A buyer on the page has seen the result there.
    expect(await emailsTo(subscription.email)).toHaveLength(1);
  });

  test('shows why a saved card could not be charged', async () => {
    const { view, sendCard, answer, page, subscription } = await atTheCard();
    const first = (await sendCard('4000 0027 6000 3184')).body.data.goTo as string;
    const second = (await answer(first, true)).body.data.returnUrl as string;
    const refused = await answer(second, false);
    expect(refused.body.errors[0]).toMatchObject({ reason: 'authentication_failed' });
    expect((await view()).pastDue).toMatchObject({
      card: 'Visa •••• 3184',
      failure: 'Your bank could not verify your identity. Try again, or use another card.',
    });
    expect((await sendCard('4000 0000 0000 0341')).body.data).toEqual({ goTo: page });
    expect((await view()).pastDue).toMatchObject({ card: 'Visa •••• 0341' });
    expect(await subscription.read()).toMatchObject({ status: 'past_due', periodNumber: 1 });
  });

  test('shows the pending challenge of a recovery link', async () => {
    const { merchant, subscription, view, answer, ask, browser, attempts } = await atTheCard();
    const [sentEmail] = await emailsTo(subscription.email);
    const opened = await browser.post('fix', { link: recoveryTokenIn(recoveryUrlIn(sentEmail)) });
    const Cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const fix = `fix/${toShortId('ORD', subscription.id)}`;
    const begun = await browser.post(fix, card('4000 0027 6000 3184'), { Cookie });
    expect(begun.body.data.goTo).toContain(`/${merchant.slug}/portal/${fix}/challenge/`);
    const { bankUrl } = await view();
    expect((await ask(bankUrl)).view).toMatchObject({ about: 'card' });
    const second = (await answer(bankUrl, true)).body.data.returnUrl as string;
    expect((await answer(second, true)).body.data).toMatchObject({ state: 'paid' });
    expect(await attempts()).toEqual(['succeeded', 'card_declined', 'succeeded']);
  });
});

describe('a receipt', () => {
  test('exists as a page and a PDF', async () => {
    const merchant = await newMerchant();
    const order = await newPurchase(merchant, newEmail(), { identity: 'user-1' });
    const browser = await signInBrowser(merchant, 'user-1');
    const { view } = await browser.page(`/receipts/${order.paymentId}`);
    expect(view).toMatchObject({ number: order.paymentId, orderId: order.id });
    const pdf = await browser.get(`/receipts/${order.paymentId}.pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.headers.get('content-disposition')).toContain(`${order.paymentId}.pdf`);
    expect(pdf.headers.get('cache-control')).toContain('no-store');
    expect(pdf.body.startsWith('%PDF-')).toBe(true);
    const otherBuyer = await browserAt(merchant.slug).get(`/receipts/${order.paymentId}.pdf`);
    expect([otherBuyer.status, otherBuyer.headers.get('location')]).toEqual([303, `/${merchant.slug}/portal`]);
  });

  test('exists only for successful payments', async () => {
    const merchant = await newMerchant();
    const { sessionId } = await newSession(merchant);
    await expect(pay(merchant, sessionId, { cardNumber: '4000 0000 0000 0002' })).rejects.toThrow();
    await updateOrder(sessionId, { buyerIdentity: 'user-1' });
    const attempt = (await paymentsOf(sessionId)).find(({ status }) => status === 'failed');
    const browser = await signInBrowser(merchant, 'user-1');
    expect((await browser.page(`/receipts/${toShortId('PAY', attempt?.id ?? '')}`)).kind).toBe('portal-not-found');
  });
});
