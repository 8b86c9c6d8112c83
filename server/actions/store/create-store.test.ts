import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newMerchant } from '#server/testing/api.ts';

test('creates an active store with a slug from its name, not enabled for prod', async () => {
  const merchant = await newMerchant();
  const name = `Käse & Brot ${randomUUID().slice(0, 8)}`;
  const { status, body } = await merchant.call('store/create-store', { name: `  ${name} ` });
  expect(status).toBe(200);
  expect(body.data.store).toEqual({
    id: expect.stringMatching(/^STO_[0-9A-Za-z]{22}$/),
    name,
    status: 'active',
    logo: null,
    supportEmail: null,
    website: null,
    slug: name.toLowerCase().replace('käse & brot ', 'kaese-and-brot-'),
    prodEnabled: false,
    notificationSettings: expect.objectContaining({ notifyNewOrders: true, emailOrderConfirmation: true }),
    checkoutSettings: null,
    deletedAt: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    updatedAt: expect.any(String),
  });
});

test('twenty concurrent stores of one name get twenty slugs', async () => {
  const merchant = await newMerchant();
  const name = `Twin ${randomUUID()}`.slice(0, 40);
  const answers = await Promise.all(Array.from({ length: 20 }, () => merchant.call('store/create-store', { name })));
  expect(new Set(answers.map(({ body }) => body.data.store.slug)).size).toBe(20);
});

test('stores of one name are numbered up to 5, and later ones end at random', async () => {
  const merchant = await newMerchant();
  const name = `Corner ${randomUUID()}`;
  const slugs: string[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { body } = await merchant.call('store/create-store', { name });
    slugs.push(body.data.store.slug);
  }
  const first = name.toLowerCase().replace(' ', '-');
  expect(slugs.slice(0, 5)).toEqual([first, ...[2, 3, 4, 5].map((number) => `${first}-${number}`)]);
  expect(slugs[5]).toMatch(new RegExp(`^${first}-[0-9a-f]{8}$`));
});

test('a name that equals one of the application’s own paths gets another slug', async () => {
  const merchant = await newMerchant();
  const { body } = await merchant.call('store/create-store', { name: 'Dashboard' });
  expect(body.data.store.slug).toMatch(/^dashboard-store/);
});

test.each([
  [{}, 'Missing required field: name'],
  [{ name: null }, 'Missing required field: name'],
  [{ name: '' }, 'Store name cannot be empty or contain only whitespace'],
  [{ name: ' \t ' }, 'Store name cannot be empty or contain only whitespace'],
  [{ name: '\u200b\u2060\u00ad\ufeff' }, 'Store name cannot be empty or contain only whitespace'],
  [{ name: '\u3164 \u2800\u{e0020}' }, 'Store name cannot be empty or contain only whitespace'],
  [{ name: 'X\n\nVerify at https://evil.example' }, 'Store name cannot contain control characters'],
  [{ name: 'x'.repeat(49) }, 'Store name cannot exceed 48 characters'],
  [{ name: 7 }, 'Invalid name: must be a string'],
])('400 %j: %s', async (given, message) => {
  const merchant = await newMerchant();
  const { status, body } = await merchant.call('store/create-store', given);
  expect(status).toBe(400);
  expect(body).toMatchObject({ data: null, errors: [{ message, layer: 'store' }] });
});

test('a name keeps the joiners inside its emoji and letters', async () => {
  const merchant = await newMerchant();
  const { body } = await merchant.call('store/create-store', { name: '👩‍🍳 می‌خواهم' });
  expect(body.data.store.name).toBe('👩‍🍳 می‌خواهم');
});

test('accepts a name of 48 characters, counted by grapheme', async () => {
  const merchant = await newMerchant();
  const { status } = await merchant.call('store/create-store', { name: '🍞'.repeat(48) });
  expect(status).toBe(200);
});
