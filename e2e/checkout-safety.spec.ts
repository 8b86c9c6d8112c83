/** What the checkout's page lets a browser do: nothing but its own script runs, and nothing needs more than it may. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { asksBank, declines, fillIn, fillInCard, inGermany, payButton, receipt, works } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

/** All that the browser complains about, policy violations among it. */
async function watch(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.exposeFunction('complain', (text: string) => complaints.push(text));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (window as unknown as { complain: (text: string) => void }).complain(`${violatedDirective} ${blockedURI}`);
    });
  });
  return complaints;
}

test('from the form by way of the bank to the receipt, no browser complains @phone', async ({ page, makeCheckout }) => {
  const complaints = await watch(page);
  const checkout = await makeCheckout();
  await page.goto(checkout.path);
  await fillIn(page, asksBank);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Confirm it was me' }).click();
  await expect(receipt(page)).toBeVisible();
  await page.getByLabel('Language').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(complaints).toEqual([]);
});

test('a script that somebody slips in does not run', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout();
  await page.route(checkout.path, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const evil =
      '<script>document.title = "owned"</script><img src="/none" onerror="document.title = \'owned\'">' +
      '<script src="https://evil.example/x.js"></script>';
    await route.fulfill({ response, body: html.replace('<div id="root">', `${evil}<div id="root">`) });
  });
  const owned = { contentType: 'text/javascript', body: 'document.title = "owned"' };
  await page.route('https://evil.example/**', (route) => route.fulfill(owned));
  await page.goto(checkout.path);
  await expect(payButton(page)).toBeEnabled();
  await expect(page).toHaveTitle('Field notes, the complete edition · Harbour Light Press');
});

test('a site that the store allows shows it in a frame, where it can be paid; any other does not', async ({
  page,
  makeCheckout,
  baseURL,
}) => {
  let frame = '';
  const shop = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><iframe src="${frame}" width="900" height="1100"></iframe>`);
  });
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve);
  });
  const site = `http://localhost:${(shop.address() as AddressInfo).port}`;
  try {
    const allowed = await makeCheckout({ frameOrigins: [site] });
    frame = `${baseURL}${allowed.path}`;
    await page.goto(site);
    const inside = page.frameLocator('iframe');
    await inside.getByLabel('Email').fill('ana@example.com');
    await inside.getByLabel('Card number').fill(works);
    await inside.getByLabel('Expiry').fill('12 / 40');
    await inside.getByLabel('Security code').fill('123');
    // No cookie of ours gets into another site's frame: the page itself remembers what was chosen.
    await inside.getByLabel('Language').selectOption('de');
    await inside.getByLabel('Land').selectOption('AT');
    await expect(inside.getByRole('region').first()).toContainText(/MwSt\.\s20/);
    await inside.getByLabel('Kartennummer').fill(declines[0][0]);
    await inside.getByRole('button', { name: /bezahlen$/ }).click();
    await expect(inside.getByRole('alert')).toContainText('Ihre Karte wurde abgelehnt.');
    await inside.getByLabel('Sprache').selectOption('en');
    await inside.getByLabel('Card number').fill(works);
    await inside.getByRole('button', { name: 'Pay US$34.80' }).click();
    await expect(inside.getByRole('heading', { name: 'Thank you. Your payment went through.' })).toBeVisible();
    frame = `${baseURL}${(await makeCheckout()).path}`;
    await page.goto(site);
    await expect(page.frameLocator('iframe').getByLabel('Email')).toHaveCount(0);
  } finally {
    shop.closeAllConnections();
    shop.close();
  }
});

test('a card number is not kept in the browser', async ({ page, makeCheckout }) => {
  const checkout = await makeCheckout();
  await page.goto(checkout.path);
  await page.getByLabel('Email').fill('ana@example.com');
  await fillInCard(page, works);
  await payButton(page).click();
  await expect(receipt(page)).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
  expect(kept).not.toContain('4242');
});
