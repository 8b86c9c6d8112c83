/** The documentation, as a new reader uses it. */
import { actions } from '#server/actions/index.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';

const publicNames = [...actions].flatMap(([name, { callers }]) =>
  callers.some((kind) => kind !== 'dashboard') ? [name] : [],
);
const resourceNames = [...new Set(publicNames.map((name) => name.split('/')[0] ?? ''))];

test('leads from the sign-in page to the quickstart and to an endpoint @phone-only', async ({ page }) => {
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Documentation' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API documentation' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quickstart' })).toBeVisible();
  await expect(page.getByText('merchant create --email')).toBeVisible();
  const contents = page.getByText('Contents', { exact: true });
  await contents.click();
  const navigation = page.getByRole('navigation', { name: 'Documentation' });
  await navigation.getByRole('link', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'create-session', exact: true })).toBeVisible();
  // The contents have closed again.
  await expect(navigation).toBeHidden();
});

test('gives every public endpoint a section on the page of its resource', async ({ page }) => {
  await page.goto('/docs');
  // Parsed and not rendered: there are some 20 pages.
  const documented = await page.evaluate(async (resources) => {
    const sections = resources.map(async (resource) => {
      const html = await (await fetch(`/docs/${resource}`)).text();
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      return [...parsed.querySelectorAll('section[id]')]
        .filter((section) => section.querySelector('table'))
        .map((section) => ({ name: `${resource}/${section.id}`, text: section.textContent ?? '' }));
    });
    return (await Promise.all(sections)).flat();
  }, resourceNames);
  const missing = publicNames.filter(
    (name) => !documented.some((section) => section.name === name && section.text.includes(`/v1/actions/${name}`)),
  );
  expect(missing).toEqual([]);
});

test('shows a webhook receiver in the chosen language, with a link to its keys', async ({ page }) => {
  await page.goto('/docs#webhooks');
  await page.getByRole('link', { name: 'webhook guide', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Webhook guide' })).toBeVisible();
  const verifying = page.locator('section#verifying');
  await expect(verifying.getByText('async function readEvent')).toBeVisible();
  for (const [language, receiver, secret] of [
    ['Python', 'def read_event(headers, body):', 'hmac.compare_digest'],
    ['PHP', 'function readEvent(string $body): array', 'hash_equals'],
    ['Go', 'func readEvent(header http.Header', 'hmac.Equal'],
    ['curl + openssl', 'openssl dgst -sha256 -verify', 'openssl dgst -sha256 -hmac'],
  ] as const) {
    await verifying.locator('label', { hasText: language }).first().click();
    // Both examples share the chosen language.
    await expect(verifying.getByText(receiver)).toBeVisible();
    await expect(verifying.getByText(secret)).toBeVisible();
  }
  await page.getByRole('link', { name: 'GET /v1/webhook-keys' }).click();
  await expect(page.getByText('BEGIN PUBLIC KEY').first()).toBeVisible();
});

test('a URL with an anchor opens at the endpoint', async ({ page }) => {
  await page.goto('/docs/store#update-store');
  await expect(page.getByRole('heading', { level: 2, name: 'update-store' })).toBeInViewport();
  await page.goto('/docs/nothing');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeAttached();
});

test('changes the language of all examples by keyboard and remembers it', async ({ page }) => {
  await page.goto('/docs/store');
  const create = page.locator('section#create-store');
  const update = page.locator('section#update-store');
  await expect(create.getByText("import { createHash, sign } from 'node:crypto';")).toBeHidden();
  await create.getByRole('radio', { name: 'curl' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(create.getByRole('radio', { name: 'TypeScript' })).toBeChecked();
  await expect(create.getByText("import { createHash, sign } from 'node:crypto';")).toBeVisible();
  await expect(update.getByText("import { createHash, sign } from 'node:crypto';")).toBeVisible();
  await page.reload();
  await expect(update.getByRole('radio', { name: 'TypeScript' })).toBeChecked();
});

test('applies a language chosen before hydration to every example and remembers it', async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js(\?|$)/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/docs/store', { waitUntil: 'commit' });
  await page.locator('section#create-store').getByText('TypeScript', { exact: true }).click();
  const other = page.locator('section#update-store').getByRole('radio', { name: 'TypeScript' });
  await expect(other).not.toBeChecked();
  release();
  await expect(other).toBeChecked();
  await page.reload();
  await expect(other).toBeChecked();
});

test('examples and languages work without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/docs/store');
  const create = page.locator('section#create-store');
  await expect(create.getByText('path=/v1/actions/store/create-store')).toBeVisible();
  await create.getByText('TypeScript', { exact: true }).click();
  await expect(create.getByText("import { createHash, sign } from 'node:crypto';")).toBeVisible();
  await expect(create.getByText('path=/v1/actions/store/create-store')).toBeHidden();
  await context.close();
});

test('the search finds endpoints by their fields and guides by their text', async ({ page }) => {
  await page.goto('/docs');
  const navigation = page.getByRole('navigation', { name: 'Documentation' });
  // The field loses text that is typed before hydration, when the menu is disabled.
  await expect(page.getByRole('button', { name: 'Theme', exact: true })).toBeEnabled();
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('session tok');
  await navigation.getByRole('link', { name: 'issue-session-token' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'issue-session-token' })).toBeInViewport();
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('trial ends renewals');
  await navigation.getByRole('link', { name: 'Test a year in seconds' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sell a subscription' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the docs' }).fill('no such thing');
  await expect(navigation.getByRole('status')).toContainText('No results');
});

test('copies exactly the example that it shows', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/docs/store');
  const create = page.locator('section#create-store');
  await create.getByRole('button', { name: /Copy curl/ }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe(await create.locator('pre').first().textContent());
});

test('is accessible in both themes and fits the screen', async ({ page }) => {
  for (const path of ['/docs', '/docs/webhooks', '/docs/store', '/docs/guides/sell-a-subscription']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // axe does not look into closed details.
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('main details')) (details as HTMLDetailsElement).open = true;
    });
    await expectAccessible(page);
  }
});
