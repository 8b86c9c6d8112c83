/** The checkout's content security policy: only its own script runs, and no page violates the policy. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { challengeCard, declines, fillIn, inGermany, payButton, receipt, validCard } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

/** Collects the browser's errors, policy violations included. */
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

test('the console stays quiet from the form through 3D Secure to the receipt', async ({ page, makeCheckout }) => {
  const complaints = await watch(page);
  const checkout = await makeCheckout();
  await page.goto(checkout.path);
  await fillIn(page, challengeCard);
  await payButton(page).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(receipt(page)).toBeVisible();
  // The receipt is a new document, where a choice before its script has loaded has no effect.
  await page.waitForLoadState();
  await page.getByLabel('Language').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByText(/^Visa •••• \d{4}$/)).toHaveCSS('direction', 'ltr');
  expect(complaints).toEqual([]);
});

test.describe('with an injected script', () => {
  test.use({ violatesPolicy: true });

  test('the content security policy blocks it', async ({ page, makeCheckout }) => {
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
});

/** A shop on another site, with a page that frames what it is told to. */
async function withShop(use: (site: string, frame: (address: string) => void) => Promise<void>) {
  let framed = '';
  const shop = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`<!doctype html><title>Shop</title><iframe src="${framed}" width="900" height="1100"></iframe>`);
  });
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve);
  });
  try {
    await use(`http://localhost:${(shop.address() as AddressInfo).port}`, (address) => {
      framed = address;
    });
  } finally {
    shop.closeAllConnections();
    shop.close();
  }
}

test('an allowed site can embed the checkout and take the payment; any other site cannot', async ({
  page,
  makeCheckout,
  baseURL,
}) => {
  await withShop(async (site, frame) => {
    const allowed = await makeCheckout({ frameOrigins: [site] });
    frame(`${baseURL}${allowed.path}`);
    await page.goto(site);
    const inside = page.frameLocator('iframe');
    await inside.getByLabel('Email').fill('ana@example.com');
    await inside.getByLabel('Card number').fill(validCard);
    await inside.getByLabel('Expiration date').fill('12 / 40');
    await inside.getByLabel('Security code').fill('123');
    // Another site's frame gets no cookies of ours: the page itself stores the choices.
    await inside.getByLabel('Language').selectOption('de');
    await inside.getByLabel('Land').selectOption('AT');
    await expect(inside.getByRole('region').first()).toContainText(/MwSt\.\s20/);
    await inside.getByLabel('Kartennummer').fill(declines[0][0]);
    await inside.getByRole('button', { name: /bezahlen$/ }).click();
    await expect(inside.getByRole('alert')).toContainText('Ihre Karte wurde abgelehnt.');
    await inside.getByLabel('Sprache').selectOption('en');
    await inside.getByLabel('Card number').fill(validCard);
    await inside.getByRole('button', { name: 'Pay US$34.80' }).click();
    await expect(inside.getByRole('heading', { name: 'Thank you. Your payment went through.' })).toBeVisible();
    frame(`${baseURL}${(await makeCheckout()).path}`);
    await page.goto(site);
    await expect(page.frameLocator('iframe').getByLabel('Email')).toHaveCount(0);
  });
});

test('in a frame, language and theme persist through 3D Secure and into the portal', async ({
  page,
  makeCheckout,
  baseURL,
}) => {
  await withShop(async (site, frame) => {
    const checkout = await makeCheckout({ frameOrigins: [site] });
    frame(`${baseURL}${checkout.path}`);
    await page.goto(site);
    const inside = page.frameLocator('iframe');
    const root = inside.locator('html');
    await inside.getByLabel('Language').selectOption('de');
    await expect(root).toHaveAttribute('lang', 'de');
    await inside.getByLabel('Darstellung').selectOption('dark');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await inside.getByLabel('E-Mail').fill('ana@example.com');
    await inside.getByLabel('Kartennummer').fill(challengeCard);
    await inside.getByLabel('Ablaufdatum').fill('12 / 40');
    await inside.getByLabel('Sicherheitscode').fill('123');
    // Without cookies, the next page in the frame reads the choices from its address.
    await expect.poll(() => page.frames()[1]?.url()).toBe(`${baseURL}${checkout.path}?language=de&theme=dark`);
    await inside.getByRole('button', { name: /bezahlen$/ }).click();
    await expect(inside.getByRole('heading', { name: 'Diese Zahlung freigeben?' })).toBeVisible();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await inside.getByRole('link', { name: 'Andere Karte verwenden' }).click();
    await expect(inside.getByRole('heading', { name: 'Oder anders bezahlen' })).toBeVisible();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await inside.getByRole('link', { name: 'Weiter zu Ihrer Bank' }).click();
    // The checkout has buttons too, and a click does not wait for a frame's next page.
    await expect(inside.getByRole('heading', { name: 'Diese Zahlung freigeben?' })).toBeVisible();
    await inside.getByRole('button').first().click();
    await expect(inside.getByRole('heading', { name: /^Vielen Dank/ })).toBeVisible();
    await expect(root).toHaveAttribute('data-theme', 'dark');
    // The portal refuses frames.
    await inside.getByRole('link', { name: 'Bestellungen verwalten' }).click();
    await expect(page.getByRole('heading', { name: 'Bestellungen ansehen' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
});
