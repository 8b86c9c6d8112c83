import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, stores } from '#db/schema/index.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';

const update = (merchant: TestMerchant, fields: object) =>
  merchant.call('store/update-store', { id: merchant.storeId, ...fields });

describe('200', () => {
  test('changes the given fields and keeps the rest', async () => {
    const merchant = await newMerchant('Before');
    const { body } = await update(merchant, {
      name: 'After',
      status: 'inactive',
      website: 'https://example.com',
      supportEmail: 'help@example.com',
    });
    expect(body.data.store).toMatchObject({
      name: 'After',
      status: 'inactive',
      website: 'https://example.com',
      supportEmail: 'help@example.com',
      slug: merchant.slug,
    });
    const { body: later } = await update(merchant, { website: null });
    expect(later.data.store).toMatchObject({
      name: 'After',
      status: 'inactive',
      website: null,
      supportEmail: 'help@example.com',
    });
  });

  test('an update without changes keeps updatedAt and creates no event', async () => {
    const merchant = await newMerchant('Same');
    const set = {
      website: 'https://example.com',
      notificationSettings: { notifyNewOrders: false },
      checkoutSettings: { defaultDarkMode: true, light: { checkoutColorText: '#000', checkoutBorderRadius: '8px' } },
    };
    const { body: before } = await update(merchant, set);
    expect(Date.parse(before.data.store.updatedAt)).toBeGreaterThan(merchant.store.updatedAt.getTime());
    const { checkoutBorderRadius, checkoutColorText } = set.checkoutSettings.light;
    for (const given of [
      {},
      { name: ' Same ', status: 'active', logo: null },
      { ...set, checkoutSettings: { light: { checkoutBorderRadius, checkoutColorText }, defaultDarkMode: true } },
      { notificationSettings: {}, checkoutSettings: { dark: null } },
      { webhookSettings: {} },
    ]) {
      const { status, body } = await update(merchant, given);
      expect([status, body.data]).toEqual([200, before.data]);
    }
    const { body: after } = await update(merchant, { ...set, name: 'Other' });
    expect(after.data.store.name).toBe('Other');
    const recorded = await db
      .select({ type: events.type, data: events.data })
      .from(events)
      .where(eq(events.objectId, merchant.store.id))
      .orderBy(events.sequence);
    expect(recorded).toEqual([
      { type: 'store.updated', data: { changed: ['website', 'notificationSettings', 'checkoutSettings'] } },
      { type: 'store.updated', data: { changed: ['name'] } },
    ]);
  });

  test.each(['active', 'inactive', 'suspended'])('status %s', async (status) => {
    const { body } = await update(await newMerchant(), { status });
    expect(body.data.store.status).toBe(status);
  });

  test('merges notificationSettings per switch, and warns of those the platform manages', async () => {
    const merchant = await newMerchant();
    await update(merchant, { notificationSettings: { notifyNewOrders: false, notifyChargeback: false } });
    const { body } = await update(merchant, {
      notificationSettings: {
        notifyChargeback: null,
        notifyRefundSucceeded: false,
        emailTrialStarted: false,
        notifyPayoutFailed: true,
      },
    });
    expect(body.data.store.notificationSettings).toMatchObject({
      notifyNewOrders: false,
      notifyChargeback: true,
      emailTrialStarted: true,
      notifySubscriptionPlanChanged: true,
      notifyRefundSucceeded: false,
      emailSubscriptionPlanChanged: true,
      emailRefundSucceeded: true,
    });
    expect(body.data.store.notificationSettings).not.toHaveProperty('notifyPayoutFailed');
    expect(body.warnings).toMatchObject([
      {
        message: expect.stringContaining('emailTrialStarted, notifyPayoutFailed'),
        layer: 'store',
        aiHint: expect.any(String),
      },
    ]);
    const { body: cleared } = await update(merchant, { notificationSettings: null });
    expect(cleared.data.store.notificationSettings).toBeNull();
  });

  test('merges checkoutSettings per field', async () => {
    const merchant = await newMerchant();
    await update(merchant, {
      checkoutSettings: {
        defaultDarkMode: true,
        light: { checkoutColorPrimary: '#123456', checkoutBorderRadius: '8px' },
      },
    });
    const { body } = await update(merchant, {
      checkoutSettings: { light: { checkoutColorPrimary: null, checkoutColorText: '#000' } },
    });
    const color = expect.stringMatching(/^#[0-9a-f]{6}$/);
    const colors = { checkoutColorPrimary: color, checkoutColorBackground: color, checkoutColorCard: color };
    const theme = { ...colors, checkoutLogo: null, checkoutColorText: color, checkoutBorderRadius: '0.5rem' };
    expect(body.data.store.checkoutSettings).toEqual({
      defaultDarkMode: true,
      light: { ...theme, checkoutBorderRadius: '8px', checkoutColorText: '#000' },
      dark: theme,
    });
    expect(body.data.store.checkoutSettings.light.checkoutColorPrimary).not.toBe('#123456');
  });

  test('ignores webhookSettings with a warning and a hint; other fields still update', async () => {
    const { body } = await update(await newMerchant(), {
      webhookSettings: { url: 'https://example.com' },
      name: 'Still',
    });
    expect(body.data.store.name).toBe('Still');
    expect(body.warnings).toMatchObject([
      {
        message: expect.stringContaining('webhookSettings'),
        layer: 'store',
        aiHint: expect.stringContaining('add-webhook'),
      },
    ]);
  });
});

describe('400', () => {
  /** Expects the contract's message for those bodies, and an unchanged store. */
  async function expectRow(message: string, ...bodies: object[]) {
    const merchant = await newMerchant('Unchanged');
    for (const given of bodies) {
      const { status, body } = await merchant.call('store/update-store', { id: merchant.storeId, ...given });
      expect([status, body]).toMatchObject([400, { data: null, errors: [{ message, layer: 'store' }] }]);
    }
    const [row] = await db.select().from(stores).where(eq(stores.id, merchant.store.id));
    expect(row).toEqual(merchant.store);
  }

  const rows: [message: string, ...bodies: object[]][] = [
    ['Store name cannot be empty or contain only whitespace', { name: '' }, { name: ' \t ' }],
    ['Store name cannot contain control characters', { name: 'X\n\nVerify' }, { name: 'a\u2028b' }],
    ['Store name cannot exceed 48 characters', { name: 'x'.repeat(49) }],
    ['Invalid status, must be active, inactive or suspended', { status: 'open' }, { status: null }, { status: 1 }],
    ['Invalid logo: must be a string or null', { logo: 5 }, { logo: {} }, { logo: true }],
  ];
  test.each(rows)('%s', expectRow);

  test.each([
    [{ logo: 'javascript:alert(1)' }, 'Invalid logo: must be a valid http(s) URL'],
    [
      { checkoutSettings: { light: { checkoutColorText: 'red;}' } } },
      'Invalid checkoutSettings.light.checkoutColorText: must be a hex color',
    ],
    [
      { checkoutSettings: { light: { checkoutLogo: 'x' } } },
      'Invalid checkoutSettings.light.checkoutLogo: must be a valid http(s) URL',
    ],
    [
      { checkoutSettings: { dark: { checkoutBorderRadius: '1px;x' } } },
      /^Invalid checkoutSettings\.dark\.checkoutBorderRadius/,
    ],
    [
      { notificationSettings: { notifyNewOrders: 'yes' } },
      'Invalid notificationSettings.notifyNewOrders: must be a boolean',
    ],
  ])('%j leaves the store as it was', async (given, message) => {
    const merchant = await newMerchant('Unchanged');
    const { status, body } = await update(merchant, given);
    expect(status).toBe(400);
    expect(body.errors[0].message).toEqual(typeof message === 'string' ? message : expect.stringMatching(message));
    const [row] = await db.select().from(stores).where(eq(stores.id, merchant.store.id));
    expect(row).toEqual(merchant.store);
  });
});
