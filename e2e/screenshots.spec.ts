/** Every state of the checkout in both themes and sizes. `UPDATE_SCREENSHOTS=1` writes the pictures. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import {
  cancel,
  challengeCard,
  declines,
  fillInCard,
  inGermany,
  receipt,
  slowCard,
  validCard,
} from './checkout-parts.ts';
import { captureVariants, composeSheet, nameOf, type Shot, variants } from './checkout-sheets.ts';
import { type Checkout, expect, type MakeCheckout, test } from './fixtures.ts';

test.use(inGermany);

const cover = (hue: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><rect width="400" height="300" fill="hsl(${hue} 32% 34%)"/>` +
  `<circle cx="290" cy="96" r="42" fill="hsl(${hue + 30} 70% 72%)"/><path d="M0 230q100-70 200 0t200 0v70H0z" fill="hsl(${hue} 40% 22%)"/></svg>`;

const pictures = [165, 205, 28].map((hue, index) => ({
  type: 'image',
  url: `https://media.example/${hue}.svg`,
  alt: `Page ${index + 1}`,
}));

async function pay(page: Page, card: string) {
  await page.getByLabel('Email').fill('ana@example.com');
  await fillInCard(page, card);
  await page.getByRole('button', { name: /^(?:Pay|Start)/ }).click();
}

/** In the order of a purchase. */
const states: readonly (readonly [title: string, reach: (page: Page, make: MakeCheckout) => Promise<unknown>])[] = [
  ['One-time purchase', async (page, make) => page.goto((await make({ product })).path)],
  ['Free trial', async (page, make) => page.goto((await make({ subscription: trial })).path)],
  [
    'Business, in the EU',
    async (page, make) => {
      const billingDetail = { country: 'DE', isBusiness: true, businessName: 'Kaffee GmbH', taxId: 'DE136695976' };
      await page.goto((await make({ session: { billingDetail, buyerEmail: 'einkauf@kaffee.example' } })).path);
    },
  ],
  [
    'Mistakes',
    async (page, make) => {
      await page.goto((await make({ product: { media: pictures.slice(0, 1) } })).path);
      await page.getByLabel('Country').selectOption('US');
      await page.getByRole('button', { name: /^Pay/ }).click();
      await expect(page.getByLabel('Email')).toBeFocused();
    },
  ],
  ['Declined', paidWith(declines[0][0], (page) => expect(page.getByRole('alert')).toBeVisible())],
  ['The bank asks', paidWith(challengeCard, (page) => page.waitForURL(/challenge/))],
  [
    'Back from the bank',
    paidWith(challengeCard, async (page, { path }) => {
      await page.waitForURL(/challenge/);
      await page.goto(path);
    }),
  ],
  ['Processing', paidWith(slowCard, (page) => expect(page.getByText('is being processed')).toBeVisible())],
  ['Paid', paidWith(validCard, (page) => expect(receipt(page)).toBeVisible())],
  [
    'Trial begun',
    async (page, make) => {
      await page.goto((await make({ subscription: trial, store })).path);
      await pay(page, validCard);
      await expect(page.getByText('Your trial has started')).toBeVisible();
    },
  ],
  ['Expired', closed((checkout) => checkout.expire())],
  ['Canceled', closed(cancel)],
  ['Not for sale', closed(({ call, storeId }) => call('store/update-store', { id: storeId, status: 'inactive' }))],
  ['Unknown', async (page, make) => page.goto(`${(await make({ store })).path}0`)],
  ['Arabic', async (page, make) => page.goto((await make({ session: { language: 'ar' } })).path)],
];

const store = { website: 'https://harbourlight.example', supportEmail: 'help@harbourlight.example' };
const trial = { metadata: { trialDays: 14 }, description: 'A pound of **freshly roasted** beans, every month.' };
const product = {
  media: pictures,
  description: 'Forty essays on the coast, with **all 112 plates**. EPUB and PDF, yours to keep.',
};

function paidWith(card: string, arrive: (page: Page, checkout: Checkout) => Promise<unknown>) {
  return async (page: Page, make: MakeCheckout) => {
    const checkout = await make({ store });
    await page.goto(checkout.path);
    await pay(page, card);
    await arrive(page, checkout);
  };
}

function closed(close: (checkout: Checkout) => Promise<unknown>) {
  return async (page: Page, make: MakeCheckout) => {
    const checkout = await make({ store });
    await close(checkout);
    await page.goto(checkout.path);
  };
}

test('captures every state for the documentation', async ({ page, browser, makeCheckout }) => {
  // The states' own tests cover everything here.
  test.skip(process.env.UPDATE_SCREENSHOTS !== '1', 'UPDATE_SCREENSHOTS=1 makes them');
  test.setTimeout(180_000);
  await page.route('https://media.example/**', (route) => {
    const hue = Number(/\d+/.exec(new URL(route.request().url()).pathname)?.[0]);
    return route.fulfill({ contentType: 'image/svg+xml', body: cover(hue) });
  });
  const shots = new Map<string, Shot[]>();
  for (const [title, reach] of states) {
    await reach(page, makeCheckout);
    await captureVariants(page, shots, title, variants);
  }
  const folder = join(import.meta.dirname, 'screenshots');
  await mkdir(folder, { recursive: true });
  for (const look of variants) {
    const sheet = await composeSheet(browser, shots.get(nameOf(look)) ?? [], look);
    expect(sheet.byteLength, nameOf(look)).toBeLessThan(400 * 1024);
    await writeFile(join(folder, `checkout-${nameOf(look)}.jpg`), sheet);
  }
});
