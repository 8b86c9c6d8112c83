/** Products, from the first draft to the live version, and plan groups. */
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore } from './stores.ts';

test('creates a product in two currencies by keyboard', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(home);
  const press = async (key: string, until: () => Promise<boolean>) => {
    for (let tries = 0; tries < 40 && !(await until()); tries += 1) await page.keyboard.press(key);
    expect(await until()).toBe(true);
  };
  const isFocused = (name: string) => async () =>
    await page.evaluate((wanted) => (document.activeElement?.textContent ?? '').trim() === wanted, name);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press('Tab', isFocused('Products'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
  await press('Tab', isFocused('Create product'));
  await page.keyboard.press('Enter');
  const name = page.getByLabel('Name');
  await expect(name).toBeVisible();
  // The fields lose text that is typed before hydration, when the button is disabled.
  await expect(page.getByRole('button', { name: 'Add currency' })).toBeEnabled();
  await press('Tab', () => name.evaluate((input) => input === document.activeElement));
  await page.keyboard.type('Field notes');
  await page.keyboard.press('Tab');
  await page.keyboard.type('EUR');
  await page.keyboard.press('Tab');
  await page.keyboard.type('27');
  await press('Tab', isFocused('Add currency'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Currency 2')).toBeFocused();
  await page.keyboard.type('JPY');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4500');
  await press(
    'Tab',
    async () => await page.getByLabel('Description').evaluate((text) => text === document.activeElement),
  );
  await page.keyboard.type('Two hundred pages **from the field**.');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('strong')).toHaveText('from the field');
  await expect(preview).toContainText('€27.00');
  await press('Tab', isFocused('Create product'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/products\/PROD_\w{22}$/);
  await expect(page.getByRole('heading', { name: 'Field notes', level: 1 })).toBeVisible();
  await expect(page.getByText('€27.00', { exact: true })).toBeVisible();
  await expect(page.getByText('¥4,500', { exact: true })).toBeVisible();
});

test('a change creates a version, shows its differences and publishes exactly those', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  const { productId: id } = await store.makeProduct({ description: 'Two hundred pages on grind.' });
  await store.call('onetime-product/publish-product', { id });
  const product = `${store.home}/products/${id}`;
  await page.goto(`${product}/publish`);
  await expect(page.getByText('Live version is up to date')).toBeVisible();
  await expect(page.getByText('becomes live version')).toHaveCount(0);
  await page.goto(`${product}/versions`);
  await expect(page.getByRole('link', { name: 'Compare live with test' })).toBeVisible();
  // There is nothing to compare the only version with.
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Compare' })).toHaveCount(0);
  await page.goto(`${product}/edit`);
  await expect(page.getByText('No changes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add currency' })).toBeEnabled();
  await page.getByLabel('Amount 1').fill('32');
  await page.getByLabel('Description').fill('Two thousand pages on grind.');
  await expect(page.getByText('Saves as version 2 in test mode.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Changes of version 2' }).click();

  const expectChanges = async (name: string) => {
    const changes = page.getByRole('list', { name }).getByRole('listitem');
    await expect(changes).toHaveCount(2);
    await expect(changes.nth(0)).toContainText('Price in USD');
    await expect(changes.nth(0).locator('del')).toContainText('$29.00');
    await expect(changes.nth(0).locator('ins')).toContainText('$32.00');
    await expect(changes.nth(1).locator('del')).toContainText('hundred');
    await expect(changes.nth(1).locator('ins')).toContainText('thousand');
  };
  await expectChanges('Changes from version 1 to version 2');
  expect(page.url()).toContain('from=1&to=2');
  await expectAccessible(page);

  await page.goto(product);
  await page.getByRole('link', { name: 'Publish', exact: true }).click();
  await expectChanges('Changes to live mode');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish to live mode' }).click();
  await page.waitForURL(new RegExp(`/prod/products/${id}$`));
  await expect(page.getByText('$32.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Publish', exact: true })).toHaveCount(0);

  // A published change can be reverted by another version.
  await page.goto(`${page.url()}/versions?from=2&to=1`);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.waitForURL(new RegExp(`/prod/products/${id}$`));
  await expect(page.getByText('$29.00', { exact: true })).toBeVisible();
});

test('a concurrent save is not overwritten, and typed values stay', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  const { productId: id } = await store.makeProduct();
  await page.goto(`${store.home}/products/${id}/edit`);
  // The field itself is enabled before hydration.
  await expect(page.getByRole('button', { name: 'Add currency' })).toBeEnabled();
  await page.getByLabel('Name', { exact: true }).fill('Field notes, signed');
  await store.call('onetime-product/update-product', { id, description: 'With maps', name: 'Field notes, mapped' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('Version 2 was saved meanwhile by you, in another tab or on another device.'),
  ).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Field notes, signed');
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: /View changes/ }).click();
  await expect((await popup).getByText('Compare version 1 with version 2')).toBeVisible();
  await (await popup).close();
  await page.getByRole('button', { name: 'Save as version 3' }).click();
  await expect(page.getByRole('heading', { name: 'Field notes, signed', level: 1 })).toBeVisible();
  await expect(page.getByText('With maps')).toBeVisible();

  await page.goto(`${store.home}/products/${id}/versions?from=3&to=1`);
  await expect(page.getByRole('button', { name: 'Restore version 1' })).toBeEnabled();
  await store.call('onetime-product/update-product', { id, name: 'Field notes, once more' });
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(
    page.getByText('Version 4 was saved meanwhile by you, in another tab or on another device.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Compare with the current version' }).click();
  await page.waitForURL('**/versions?from=4&to=1');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByRole('heading', { name: 'Field notes', level: 1, exact: true })).toBeVisible();
});

test('shows errors at their fields and keeps typed values', async ({ page, baseURL }) => {
  const { home } = await openStore(page, baseURL);
  await page.goto(`${home}/products/new?type=subscription`);
  const send = () => page.getByRole('button', { name: 'Create product' }).click();
  await send();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription(/Enter a product name\./);
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page.getByLabel('Amount 1')).toHaveAccessibleDescription('Enter an amount, such as 29.00.');
  await page.getByLabel('Name').fill('Field notes');
  await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid');
  await expect(page.getByText('Enter a product name.')).toHaveCount(0);
  await expect(page.getByLabel('Amount 1')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Amount 1').fill('10.001');
  await send();
  await expect(page.getByLabel('Amount 1')).toHaveAccessibleDescription('USD has at most 2 decimals.');
  await page.getByLabel('Amount 1').fill('10.00');
  await page.getByLabel('Free trial (days)').fill('14');
  await page.getByLabel('Trial price in USD').fill('11');
  await page.getByRole('button', { name: 'Add media' }).click();
  await page.getByLabel('URL 1', { exact: true }).fill('example.com/a.png');
  await send();
  await expect(page.getByLabel('Trial price in USD')).toHaveAccessibleDescription(/below the regular price/);
  await page.getByLabel('Trial price in USD').fill('1');
  await expect(page.getByLabel('URL 1', { exact: true })).toHaveAccessibleDescription(/Enter a full URL/);
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Field notes');
  await page.getByRole('button', { name: 'Remove media item 1' }).click();
  await send();
  await expect(page.getByText('Subscription, billed every month, 14-day trial')).toBeVisible();
  await expect(page.getByText('$1.00 for the trial')).toBeVisible();
});

test('finds a product, deactivates and reactivates it', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  await store.makeProduct({ name: 'Coffee by post', billingPeriod: 'monthly' });
  await store.makeProduct();
  await page.goto(`${store.home}/products`);
  await page.getByLabel('Search', { exact: true }).fill('coffee');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('link', { name: 'Field notes' })).toHaveCount(0);
  await expect(page).toHaveURL(/q=coffee/);
  await page.getByRole('link', { name: 'Coffee by post' }).click();
  const sale = page.getByRole('switch', { name: 'Available in test mode' });
  await sale.click();
  await expect(sale).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(sale).toBeChecked();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await expect(sale).toHaveAttribute('aria-busy', 'false');

  // A refused change reverts.
  const answered = Promise.withResolvers<void>();
  await page.route('**/update-status', async (route) => {
    await answered.promise;
    await route.fulfill({ status: 500, json: { data: null, errors: [{ message: 'no', layer: 'gateway' }] } });
  });
  await sale.click();
  await expect(sale).not.toBeChecked();
  answered.resolve();
  await expect(page.getByText('Something went wrong on our side.')).toBeVisible();
  await expect(sale).toBeChecked();
});

test('creates a plan group, publishes it, and deletes it after its name is typed', async ({ page, baseURL }) => {
  const store = await openStore(page, baseURL);
  const billingPeriod = 'monthly';
  const { productId: small } = await store.makeProduct({ name: 'Small plan', billingPeriod });
  await store.makeProduct({ name: 'Large plan', billingPeriod });
  await store.call('subscription-product/publish-product', { id: small });
  await page.goto(`${store.home}/groups`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Create plan group' }).click();
  await page.getByLabel('Name').fill('Coffee plans');
  await page.getByLabel(/One free trial per customer/).check();
  await page.getByLabel('Search subscription products').fill('small');
  await expect(page.getByRole('button', { name: 'Add Large plan' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Small plan' }).click();
  await page.getByRole('button', { name: 'Create plan group' }).click();
  await expect(page.getByRole('heading', { name: 'Coffee plans', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Publish to live mode' }).click();
  await expect(page.getByText('The live version is up to date.')).toBeVisible();

  await page.getByLabel('Description').fill('For everybody');
  await page.getByRole('link', { name: 'Products', exact: true }).filter({ visible: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByLabel('Description')).toHaveValue('');
  await page.getByLabel('Search subscription products').fill('large');
  await page.getByRole('button', { name: 'Add Large plan' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Publish these products first')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes to live mode' })).toContainText('Added');
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeDisabled();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const remove = page.getByRole('button', { name: 'Delete plan group' });
  await expect(remove).toBeDisabled();
  await page.getByLabel('Type Coffee plans to confirm').fill('Coffee plans');
  await remove.click();
  await expect(page.getByText('No plan groups yet')).toBeVisible();
  await page.goto(`${store.home.replace(/test$/, 'prod')}/groups`);
  await expect(page.getByRole('link', { name: 'Coffee plans' })).toBeVisible();
});
