/** Webhooks in the dashboard: their settings, the failure simulator and the deliveries. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { storeMembers, webhookDeliveries, webhooks } from '#db/schema/index.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { englishVoice } from '#server/i18n/say.ts';
import { payCheckout, quoteCheckout } from '#server/testing/orders/checkout.ts';
import { insertAttempt, insertDelivery } from '#server/testing/webhooks/deliveries.ts';
import type { WebhookDelivery } from '#server/webhooks/webhook-resends.ts';
import { expectAccessible, findBarriers } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore as openOwnStore } from './stores.ts';

/** A signed-in merchant with a store, and a function that adds webhooks. */
async function openStore(page: Page, baseURL = '') {
  const { store, home, post } = await openOwnStore(page, baseURL);
  /** Runs a dashboard action, in test mode by default. */
  const add = async (fields: object = {}): Promise<string> => {
    const usual = { channel: 'http', url: 'https://shop.example.com/hooks?token=hush', events: ['order.completed'] };
    const body = { storeId: store.id, testMode: true, ...usual, ...fields };
    return (await post('/dashboard/api/store/add-webhook', body)).webhook.id;
  };
  return { post, add, store, storeId: fromShortId('STO', store.id) ?? '', home, list: `${home}/webhooks` };
}

/** Inserts a delivery of the webhook as the worker would. A pending one is due tomorrow, so that no worker sends it. */
async function deliver(database: Database, webhookId: string, fields: Partial<WebhookDelivery> = {}) {
  const [webhook] = await database.select().from(webhooks).where(eq(webhooks.id, webhookId));
  if (!webhook) throw new Error('there is no such webhook');
  const { merchantId, storeId, channel } = webhook;
  const nextAttemptAt = new Date(Date.now() + 86_400_000);
  return await insertDelivery(database, { merchantId, storeId, channel, webhookId, nextAttemptAt, ...fields });
}

const failure = {
  responseStatus: 503,
  responseHeaders: { 'set-cookie': 'session=hush', 'retry-after': '30' },
  responseBody: '<script>document.title = "broken"</script>',
  isSuccess: false,
  error: 'The receiver answered 503',
};

/** A local receiver with configurable answers, which records its requests. */
async function openReceiver() {
  const requests: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const receiver = { status: 200, requests, url: '', close: async () => {} };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body });
      response.writeHead(receiver.status, { 'Content-Type': 'text/plain' }).end('so it is');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  receiver.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return receiver;
}

test('delivers a test event, retries a failed one, and resends events that the simulator dropped', async ({
  page,
  baseURL,
  database,
}) => {
  test.slow();
  const { list, store, post } = await openStore(page, baseURL);
  const receiver = await openReceiver();
  try {
    await page.goto(list);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByLabel('URL').fill(`${receiver.url}/hooks`);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByLabel('Event', { exact: true }).selectOption('subscription.renewed');
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('link', { name: 'View delivery' }).click();
    await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Response body, Attempt 1' })).toHaveText('so it is');
    const id = page.url().split('/').at(-1);
    expect(receiver.requests.map(({ body }) => JSON.parse(body))).toMatchObject([
      { id, eventType: 'subscription.renewed', mode: 'test' },
    ]);
    expect(receiver.requests[0]?.headers['x-webhook-signature']).toMatch(/^t=\d{13},v1=[\w+/]+=*$/);
    await page.getByRole('link', { name: receiver.url.slice(7), exact: true }).click();
    await expect(page.getByText('100% delivered (1 of 1)')).toBeVisible();

    receiver.status = 500;
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('link', { name: 'View delivery' }).click();
    await expect(page.getByRole('heading', { name: 'Attempt 1' })).toBeVisible();
    await expect(page.getByText('Pending', { exact: true })).toBeVisible();
    receiver.status = 200;
    await page.getByRole('button', { name: 'Send now' }).click();
    await expect(page.getByRole('heading', { name: 'Attempt 2' })).toBeVisible();
    await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();
    const again = page.url().split('/').at(-1) ?? '';
    expect(receiver.requests.slice(1).map(({ body }) => JSON.parse(body).id)).toEqual([again, again]);

    const [webhook] = await database
      .select()
      .from(webhooks)
      .where(eq(webhooks.storeId, fromShortId('STO', store.id) ?? ''));
    await post('/dashboard/api/webhook/set-chaos', { id: webhook?.id, drop: 100 });
    const { product } = await post('/dashboard/api/onetime-product/create-product', {
      storeId: store.id,
      name: 'Field notes',
      prices: { USD: { amount: '29.00' } },
    });
    const sessionInput = { storeId: store.id, productId: product.id, productType: 'onetime', currency: 'USD' };
    const { sessionId } = await post('/dashboard/api/checkout/create-session', sessionInput);
    const address = { storeSlug: store.slug, sessionId };
    const card = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCvc: '123' };
    const form = { email: 'buyer@example.com', country: 'DE', state: '', postcode: '', ...card };
    const { shown } = await quoteCheckout(database, address, form, new Date(), englishVoice);
    await payCheckout(database, address, { ...form, shown }, new Date());
    await page.goto(`${list}/deliveries`);
    const dropped = page.getByRole('row').filter({ hasText: 'Dropped by chaos mode' });
    await dropped.getByRole('link', { name: 'order.completed' }).click();
    await expect(page.getByRole('heading', { name: 'Attempt 1' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Resend' }).click();
    await expect(page.getByRole('heading', { name: 'Attempt 1' })).toBeVisible();
    const payloads = receiver.requests.slice(3).map(({ body }) => JSON.parse(body));
    expect(payloads).toMatchObject([
      { eventType: 'order.completed', mode: 'test', data: { productName: 'Field notes' } },
    ]);
    await page.getByRole('link', { name: payloads[0].data.orderId }).click();
    await page.getByRole('link', { name: 'Webhook deliveries' }).click();
    await expect(page.getByRole('row').filter({ hasText: payloads[0].id })).toContainText('Delivered');
  } finally {
    await receiver.close();
  }
});

test('adds, changes, pauses, resumes and removes a webhook by keyboard', async ({ page, baseURL, database }) => {
  const { list } = await openStore(page, baseURL);
  await page.goto(list);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Webhook guide' })).toHaveAttribute('href', '/docs#webhooks');
  const press = async (name: string | RegExp, key = 'Enter') => {
    const button = page.getByRole('button', { name });
    // The button is disabled and unfocusable until hydration.
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press(key);
  };
  await press('Add webhook');
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByLabel('Channel').selectOption('Telegram');
  await expect(dialog.getByText('chat_id is the ID of a chat')).toBeVisible();
  await expect(dialog.getByLabel('Secret')).toHaveCount(0);
  await dialog.getByLabel('Channel').selectOption('Your server');

  await dialog.getByLabel('URL').fill('shop.example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a full URL')).toBeVisible();
  await expect(dialog.getByLabel('URL')).toBeFocused();
  await dialog.getByLabel('URL').fill('https://shop.example.com/hooks?token=hush');
  await dialog.getByLabel('Secret').fill('a secret of ours');
  await dialog.getByRole('button', { name: 'Clear' }).press('Space');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Add webhook' }).press('Enter');
  await expect(dialog.getByText('Choose at least one event.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /order\.completed/ }).press('Space');
  await dialog.getByRole('button', { name: 'Add webhook' }).press('Enter');

  await expect(page.getByRole('heading', { name: 'shop.example.com', level: 1 })).toBeVisible();
  await expect(page.getByText('No recent events')).toBeVisible();
  await expect(page.getByText('https://shop.example.com/hooks?…')).toBeVisible();
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  expect(await page.content()).not.toMatch(/hush|a secret of ours/);

  await press('Edit');
  const edit = page.getByRole('dialog', { name: 'Edit webhook' });
  await expect(edit.getByLabel('New secret')).toHaveValue('');
  await expect(edit.getByLabel('New URL')).toHaveValue('');
  await edit.getByRole('checkbox', { name: /refund\.succeeded/ }).press('Space');
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(edit).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'refund.succeeded' })).toBeVisible();
  const [stored] = await database
    .select()
    .from(webhooks)
    .where(eq(webhooks.id, page.url().split('/').at(-1) ?? ''));
  expect(stored).toMatchObject({ secret: 'a secret of ours', url: 'https://shop.example.com/hooks?token=hush' });

  await press('Edit');
  await edit.getByRole('checkbox', { name: 'Remove secret' }).press('Space');
  await edit.getByRole('button', { name: 'Save' }).press('Enter');
  // A dialog that closes moves the focus back to its button, and the next press would go there.
  await expect(edit).toHaveCount(0);
  await expect(page.getByText('None', { exact: true })).toBeVisible();

  await deliver(database, stored?.id ?? '', { status: 'pending', attempts: 0, lastStatus: null });
  await press('Pause');
  const alertDialog = page.getByRole('alertdialog');
  await expect(alertDialog).toContainText('Deliveries are queued until you resume');
  await alertDialog.getByRole('button', { name: 'Pause' }).press('Enter');
  await expect(page.getByText('This webhook is paused')).toBeVisible();
  await expect(page.getByText('1 delivery is pending.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(alertDialog).toContainText('1 pending delivery');
  await alertDialog.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(page.getByText('This webhook is paused')).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Webhook resumed.' })).toBeAttached();
  await expect(alertDialog).toHaveCount(0);

  await press('Remove');
  await expect(alertDialog).toContainText('This can’t be undone');
  await alertDialog.getByRole('button', { name: 'Remove webhook' }).press('Enter');
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await page.getByRole('link', { name: 'All deliveries' }).press('Enter');
  await expect(page.getByRole('row').filter({ hasText: 'Removed webhook' })).toBeVisible();
});

test('filters deliveries, shows each attempt and resends one @phone-only', async ({
  page,
  baseURL,
  database,
  isMobile,
}) => {
  const { add, list, post } = await openStore(page, baseURL);
  const id = await add();
  const failed = await deliver(database, id, {
    status: 'failed',
    attempts: 2,
    lastStatus: 503,
    lastError: failure.error,
  });
  await insertAttempt(database, failed, { ...failure, startedAt: new Date(Date.now() - 60_000), durationMs: 2400 });
  const silent = { ...failure, responseStatus: null, responseHeaders: null, responseBody: null };
  await insertAttempt(database, failed, {
    ...silent,
    attempt: 2,
    error: 'No response within 10 seconds',
    durationMs: 10_001,
  });
  const arrived = await deliver(database, id, { eventType: 'refund.succeeded' });
  await insertAttempt(database, arrived);
  // A paused webhook sends nothing.
  await post('/dashboard/api/webhook/pause', { id });
  const row = (one: WebhookDelivery) => page.getByRole('row').filter({ hasText: one.id });
  await page.goto(list);
  await expect(page.getByRole('row').filter({ hasText: 'shop.example.com' })).toContainText(
    '50% of 2 delivered in 24 hours',
  );
  await page.getByRole('link', { name: 'shop.example.com' }).click();
  await expect(row(failed)).toContainText('The receiver answered 503');
  await expect(row(arrived)).toContainText('Delivered');

  if (isMobile) await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Status').selectOption('Failed');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(row(arrived)).toHaveCount(0);
  await expect(row(failed)).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(row(arrived)).toBeVisible();
  await page.getByLabel('Event type').selectOption('refund.succeeded');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(row(failed)).toHaveCount(0);
  await expect(row(arrived)).toBeVisible();
  await page.getByLabel('Event type').selectOption('Any event');
  await page.getByLabel('Order', { exact: true }).fill('ORD_nothing');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('No deliveries match')).toBeVisible();
  await page.getByLabel('Order', { exact: true }).fill(toShortId('ORD', failed.objectId));
  await page.getByRole('button', { name: 'Apply' }).click();
  await row(failed).getByRole('link').click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('order.completed');
  await expect(page.getByRole('region', { name: 'Payload', exact: true })).toContainText(
    '"buyerEmail": "ana@example.com"',
  );
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: 'Attempt' })).toHaveText([
    'Attempt 2',
    'Attempt 1',
  ]);
  await expect(page.getByText('No response within 10 seconds')).toBeVisible();
  await expect(page.getByText('No response.')).toBeVisible();
  await page.getByText('Request and response of attempt 1').click();
  // Shown as text, not executed.
  await expect(page.getByRole('region', { name: 'Response body, Attempt 1' })).toHaveText(failure.responseBody);
  await expect(page.getByRole('region', { name: 'Response headers, Attempt 1' })).toHaveText(
    'set-cookie: [masked]\nretry-after: 30',
  );
  await expect(page).toHaveTitle(/^Test · Webhook delivery/);
  expect(await page.content()).not.toContain('hush');
  await expect(page.getByRole('link', { name: toShortId('ORD', failed.objectId) })).toBeVisible();

  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'It will be sent after the webhook is resumed.' }),
  ).toBeVisible();
  await expect(page.getByText('Pending', { exact: true })).toBeVisible();
  const [again] = await database.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, failed.id));
  expect(again).toMatchObject({ status: 'pending', attempts: 2, isOrdered: false });
});

test('counts selected deliveries and resends them', async ({ page, baseURL, database }) => {
  const { add, list, post } = await openStore(page, baseURL);
  const id = await add();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  for (const days of [1, 2, 3]) await deliver(database, id, { status: 'failed', createdAt: daysAgo(days) });
  await deliver(database, id, { createdAt: daysAgo(2) });
  await post('/dashboard/api/webhook/pause', { id });
  const statuses = async () => {
    const rows = await database.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, id));
    return rows.toSorted((a, b) => Number(b.createdAt) - Number(a.createdAt)).map(({ status }) => status);
  };
  await page.goto(`${list}/${id}`);
  await page.getByRole('button', { name: 'Resend several' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend deliveries' });
  await dialog.getByRole('radio', { name: 'All' }).check();
  await dialog.getByRole('button', { name: 'Count deliveries' }).click();
  await expect(dialog.getByText('Enter a start time.')).toBeVisible();
  await expect(dialog.getByLabel('From')).toBeFocused();
  const local = (moment: Date) =>
    new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await dialog.getByLabel('From').fill(local(daysAgo(2.5)));
  await dialog.getByLabel('Until').fill(local(daysAgo(1.5)));
  await dialog.getByRole('button', { name: 'Count deliveries' }).click();
  await expect(dialog.getByText('2 deliveries selected.')).toBeVisible();
  await expect(dialog.getByText('Deliveries will be sent after you resume it')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  // Another filter updates the count.
  await dialog.getByRole('radio', { name: 'Failed' }).check();
  await expect(dialog.getByText('2 deliveries selected.')).toHaveCount(0);
  await dialog.getByLabel('Until').fill('');
  await dialog.getByRole('button', { name: 'Count deliveries' }).click();
  await dialog.getByRole('button', { name: 'Resend 2 deliveries' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Resending 2 deliveries.' })).toBeAttached();
  expect((await statuses()).toSorted()).toEqual(['failed', 'pending', 'pending', 'success']);
  expect((await statuses()).at(-1)).toBe('failed');
});

test('sets the failure simulator by slider and number, in test only', async ({ page, baseURL, database }) => {
  const { add, list } = await openStore(page, baseURL);
  const id = await add();
  const storedChaos = async () => (await database.select().from(webhooks).where(eq(webhooks.id, id)))[0]?.chaos;
  await page.goto(`${list}/${id}`);
  const chaos = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Chaos mode' }) });
  // The page does not notice a move of the slider before hydration, when the button is disabled.
  await expect(chaos.getByRole('button', { name: 'Save' })).toBeEnabled();
  await chaos.getByRole('slider', { name: 'Duplicate: share' }).press('PageUp');
  await expect(chaos.getByLabel('Duplicate (%)')).toHaveValue('10');
  await chaos.getByLabel('Drop (%)').fill('91');
  await expect(chaos.getByText('Shares add up to 101%. The maximum is 100%.')).toBeVisible();
  await expect(chaos.getByRole('button', { name: 'Save' })).toBeDisabled();
  await chaos.getByLabel('Drop (%)').fill('5');
  await expect(chaos.getByText('85% delivered normally.')).toBeVisible();
  await chaos.getByRole('button', { name: 'Save' }).click();
  await expect(chaos.getByText('Saved.')).toBeVisible();
  expect(await storedChaos()).toEqual({ duplicate: 10, delay: 0, reorder: 0, drop: 5 });
  await chaos.getByRole('button', { name: 'Turn off' }).click();
  await expect(chaos.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
  expect(await storedChaos()).toBeNull();

  const inProd = await add({ testMode: false });
  await page.goto(`${list.replace('/test/', '/prod/')}/${inProd}`);
  await expect(page.getByRole('heading', { name: 'Send a test event' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Chaos mode' })).toHaveCount(0);
});

test('a member can read but not change webhooks', async ({ page, baseURL, database, browser }) => {
  const { add, storeId, list } = await openStore(page, baseURL);
  const id = await add();
  const { id: deliveryId } = await deliver(database, id);
  const other = await browser.newPage();
  const otherStore = await openStore(other, baseURL);
  const paths = [list, `${list}/${id}`, `${list}/deliveries`, `${list}/deliveries/${deliveryId}`];
  const [own] = await database.select().from(storeMembers).where(eq(storeMembers.storeId, otherStore.storeId));
  const member = { storeId, merchantId: own?.merchantId ?? '', role: 'member', createdAt: new Date() } as const;
  await database.insert(storeMembers).values(member);
  for (const path of paths) {
    await other.goto(path);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    const buttons = other.getByRole('main').getByRole('button', {
      name: /^(Add webhook|Edit|Pause|Remove|Resend|Resend several)$/,
    });
    await expect(buttons).toHaveCount(0);
  }
  await other.goto(`${list}/${id}`);
  await expect(other.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  await expect(other.getByRole('slider', { name: 'Drop: share' })).toBeDisabled();
  await other.close();
});

test('the next page shows older deliveries, and an order links to its own @phone-only', async ({
  page,
  baseURL,
  database,
}) => {
  const { add, list } = await openStore(page, baseURL);
  const id = await add();
  const deliveries: WebhookDelivery[] = [];
  for (let minute = 0; minute < 27; minute += 1) {
    deliveries.push(await deliver(database, id, { createdAt: new Date(Date.now() - (60 - minute) * 60_000) }));
  }
  const row = (one: WebhookDelivery | undefined) => page.getByRole('row').filter({ hasText: one?.id ?? 'none' });
  await page.goto(`${list}/deliveries`);
  await expect(row(deliveries.at(-1))).toBeVisible();
  await expect(row(deliveries[0])).toHaveCount(0);
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(row(deliveries[0])).toBeVisible();
  await expect(row(deliveries.at(-1))).toHaveCount(0);
  await page.getByRole('link', { name: 'Newest' }).click();
  await expect(row(deliveries.at(-1))).toBeVisible();
  // An unknown cursor shows the first page.
  await page.goto(`${list}/deliveries?before=${randomUUID()}`);
  await expect(row(deliveries.at(-1))).toBeVisible();
  const order = toShortId('ORD', deliveries[3]?.objectId ?? '');
  await page.goto(`${list}/deliveries?order=${order}`);
  await expect(row(deliveries[3])).toBeVisible();
  await expect(row(deliveries[4])).toHaveCount(0);
});

test('every state of webhooks is accessible in both themes and fits a phone', async ({ page, baseURL, database }) => {
  test.slow();
  const { add, list } = await openStore(page, baseURL);
  const states: Partial<typeof webhooks.$inferInsert>[] = [
    { pausedAt: null },
    { failingSince: new Date() },
    { pausedAt: new Date(), failingSince: new Date(), chaos: { duplicate: 10, delay: 20, reorder: 0, drop: 5 } },
  ];
  const ids: string[] = [];
  for (const [index, state] of states.entries()) {
    const id = await add(index === 1 ? { channel: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' } : {});
    await database.update(webhooks).set(state).where(eq(webhooks.id, id));
    ids.push(id);
  }
  const [first = '', second = '', third = ''] = ids;
  const failed = await deliver(database, first, { status: 'failed', lastStatus: 503, lastError: failure.error });
  await insertAttempt(database, failed, failure);
  const test1 = await deliver(database, third, { status: 'pending', eventId: null, attempts: 1 });
  for (const path of [
    list,
    ...[first, second, third].map((id) => `${list}/${id}`),
    `${list}/${first}?status=pending`,
    `${list}/deliveries`,
    `${list}/deliveries/${failed.id}`,
    `${list}/deliveries/${test1.id}`,
    list.replace('/test/', '/prod/'),
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto(list);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});
