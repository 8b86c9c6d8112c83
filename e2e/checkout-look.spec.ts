/** The checkout's appearance and languages. */
import { expectAccessible, findBarriers } from './accessibility.ts';
import { fillIn, inGermany, payButton, validCard } from './checkout-parts.ts';
import { expect, test } from './fixtures.ts';

test.use(inGermany);

test.describe('appearance', () => {
  const checkoutSettings = {
    light: { checkoutColorPrimary: '#5b3df5', checkoutColorBackground: '#f3f0ff', checkoutBorderRadius: '3px' },
    dark: { checkoutColorPrimary: '#ffe600', checkoutColorBackground: '#120b2e' },
  };

  test('uses the store’s colors in the system’s theme', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ store: { checkoutSettings } });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(checkout.path);
    await expect(payButton(page)).toHaveCSS('background-color', 'rgb(91, 61, 245)');
    await expect(payButton(page)).toHaveCSS('color', 'rgb(255, 255, 255)');
    await expect(payButton(page)).toHaveCSS('border-radius', '3px');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(243, 240, 255)');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(payButton(page)).toHaveCSS('background-color', 'rgb(255, 230, 0)');
    await expect(payButton(page)).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(18, 11, 46)');
  });

  test('uses the theme that the session names', async ({ page, makeCheckout }) => {
    const settings = { ...checkoutSettings, defaultDarkMode: false };
    const checkout = await makeCheckout({ store: { checkoutSettings: settings }, session: { darkMode: true } });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(checkout.path);
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(18, 11, 46)');
  });

  test('uses the session’s language and its money format', async ({ page, makeCheckout }) => {
    const german = await makeCheckout({ session: { language: 'de', currency: 'EUR' } });
    await page.goto(german.path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('button', { name: /32,13\s€/ })).toBeVisible();
    await expect(page.locator('[name=country] option', { hasText: 'Österreich' })).toBeAttached();
  });

  test('changing the language keeps typed values, translates errors and tax, and is remembered', async ({
    page,
    makeCheckout,
  }) => {
    const checkout = await makeCheckout();
    await page.goto(checkout.path);
    await fillIn(page, validCard);
    await page.getByLabel('Email').fill('ana@');
    await page.getByLabel('Card number').focus();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^Enter an email address/);
    await page.getByLabel('Language').selectOption('de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await expect(page.getByLabel('E-Mail')).toHaveValue('ana@');
    await expect(page.getByLabel('E-Mail')).toHaveAccessibleDescription(/E-Mail-Adresse/);
    await expect(page.getByLabel('Kartennummer')).toHaveValue(validCard);
    await page.getByLabel('E-Mail').fill('ana@example.com');
    await page.getByRole('button', { name: /34,51\s\$/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect((await checkout.read()).order?.language).toMatch(/^de/);
    await page.goto(await checkout.openAnother());
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  });

  test('reads right to left with a left-to-right card number, and is accessible', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ session: { language: 'ar' } });
    await page.goto(checkout.path);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('[name=cardNumber]')).toHaveCSS('direction', 'ltr');
    const [form, lines] = [page.locator('form[method=post]'), page.locator('main section').first()];
    expect((await form.boundingBox())?.x).toBeLessThan((await lines.boundingBox())?.x ?? 0);
    await expectAccessible(page);
  });

  test('applies the theme that the customer chooses, now and at the next visit', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ store: { checkoutSettings } });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(checkout.path);
    await page.getByLabel('Email').fill('ana@example.com');
    const remembered = page.waitForResponse(/theme=dark/);
    await page.getByLabel('Appearance').selectOption('dark');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(18, 11, 46)');
    await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', '#120b2e');
    await expect(page.getByLabel('Email')).toHaveValue('ana@example.com');
    await remembered;
    await page.reload();
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(18, 11, 46)');
    await page.getByLabel('Appearance').selectOption('system');
    await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(243, 240, 255)');
  });

  test('prefers the customer’s last choice to the address', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout();
    await page.goto(`${checkout.path}?language=de`);
    await page.getByLabel('Sprache').selectOption('fr');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page).toHaveURL(`${checkout.path}?language=fr`);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.goto(checkout.path);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await page.getByLabel('Langue').selectOption('en');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page).toHaveURL(checkout.path);
  });

  test('shows all pictures and videos of the product without layout shift', async ({ page, makeCheckout }) => {
    const svg = (color: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="300"><rect width="800" height="300" fill="${color}"/></svg>`;
    await page.route('https://media.example/**', (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: svg('teal') }),
    );
    const media = [
      { type: 'image', url: 'https://media.example/1.svg', alt: 'The cover' },
      { type: 'image', url: 'https://media.example/2.svg', alt: 'A page' },
      {
        type: 'video',
        url: 'https://media.example/film.mp4',
        alt: 'Leafing',
        thumbnail: 'https://media.example/3.svg',
      },
      { type: 'video', url: 'https://films.example/watch/1', alt: 'The making of' },
    ];
    const checkout = await makeCheckout({ product: { media } });
    await page.goto(checkout.path);
    const gallery = page.getByRole('region', { name: 'Images of Field notes, the complete edition' });
    await expect(gallery.getByRole('img', { name: 'The cover' })).toBeVisible();
    await expect(gallery.getByRole('img', { name: 'A page' })).toHaveAttribute('loading', 'lazy');
    await expect(gallery.locator('video')).toHaveAttribute('preload', 'none');
    await expect(gallery.getByRole('link', { name: 'Watch: The making of' })).toHaveAttribute('target', '_blank');
    await gallery.focus();
    await page.keyboard.press('End');
    const boxes = await gallery.locator('li').evaluateAll((items) => items.map((item) => item.getBoundingClientRect()));
    for (const { width, height } of boxes) expect(width / height).toBeCloseTo(4 / 3, 1);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('formats the description and strips scripts and pictures', async ({ page, makeCheckout }) => {
    const description =
      '**Bold** [site](https://shop.example) ![spy](https://spy.example/x.png) <img src=x onerror=alert(1)>';
    const checkout = await makeCheckout({ product: { description } });
    await page.goto(checkout.path);
    await expect(page.locator('strong', { hasText: 'Bold' })).toBeVisible();
    const link = page.getByRole('link', { name: 'site' });
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    await expect(page.locator('main img')).toHaveCount(0);
  });

  test('says in live mode too that no money moves', async ({ page, makeCheckout }) => {
    const checkout = await makeCheckout({ environment: 'prod' });
    await page.goto(checkout.path);
    await expect(page.getByText('Demonstration – no real charges')).toBeVisible();
  });
});
