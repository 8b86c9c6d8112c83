/** Registering a prod key asks for the password where the sign-in is a while ago. */
import { eq } from 'drizzle-orm';
import { apiKeys, dashboardSessions, stores } from '../db/schema/index.ts';
import { fromShortId } from '../server/domain/ids.ts';
import { findBarriers } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { openStore, password } from './stores.ts';

test('a prod key needs the password once more after a while; what was typed stays @phone', async ({
  page,
  baseURL,
  database,
}) => {
  const { home, id } = await openStore(page, baseURL);
  const [store] = await database
    .select()
    .from(stores)
    .where(eq(stores.id, fromShortId('STO', id) ?? ''));
  const merchantId = store?.merchantId ?? '';
  const environments = async () =>
    (await database.select().from(apiKeys).where(eq(apiKeys.merchantId, merchantId))).map((key) => key.environment);
  const createdAt = new Date(Date.now() - 601_000);
  await database.update(dashboardSessions).set({ createdAt }).where(eq(dashboardSessions.merchantId, merchantId));

  await page.goto(`${home}/keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Nickname').fill('Web shop');
  await page.getByRole('combobox', { name: 'Environment' }).selectOption('prod');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const question = page.getByRole('dialog', { name: 'Is it still you?' });
  await expect(question.getByLabel('Your password')).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel('Nickname')).toHaveValue('Web shop');
  expect(await environments()).toEqual([]);

  await page.getByRole('button', { name: 'Make the key' }).click();
  await question.getByLabel('Your password').fill('not my password');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByText('This is not your password.')).toBeVisible();
  await question.getByLabel('Your password').fill(password);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Private key' })).toBeVisible();
  await expect(question).toHaveCount(0);
  expect(await environments()).toEqual(['prod']);
});
