import fc from 'fast-check';
import { expect, test } from 'vitest';
import { merchantNotifications, slugOf } from './store.ts';
import {
  checkoutSettingsPatch,
  droppedNotifications,
  mergeCheckoutSettings,
  mergeNotificationSettings,
  presentNotificationSettings,
} from './store-settings.ts';

const anyPatch = fc.dictionary(
  fc.constantFrom(...merchantNotifications),
  fc.constantFrom(true, false, null, undefined),
);

test('keeps omitted fields, clears null fields and sets the others', () => {
  fc.assert(
    fc.property(anyPatch, anyPatch, (first, second) => {
      const stored = mergeNotificationSettings(null, first);
      const merged = mergeNotificationSettings(stored, second);
      for (const key of merchantNotifications) {
        const given = second[key];
        const expected = given === undefined ? stored[key] : (given ?? undefined);
        expect(merged[key]).toBe(expected);
      }
    }),
  );
});

test('is idempotent', () => {
  fc.assert(
    fc.property(anyPatch, (patch) => {
      const once = mergeNotificationSettings(null, patch);
      expect(mergeNotificationSettings(once, patch)).toEqual(once);
    }),
  );
});

test('merges both themes per field', () => {
  const stored = mergeCheckoutSettings(null, {
    defaultDarkMode: true,
    light: { checkoutColorPrimary: '#111111', checkoutColorText: '#222222' },
  });
  const merged = mergeCheckoutSettings(stored, {
    light: { checkoutColorPrimary: '#333333', checkoutColorText: null },
    dark: { checkoutBorderRadius: '4px' },
  });
  expect(merged).toEqual({
    defaultDarkMode: true,
    light: { checkoutColorPrimary: '#333333' },
    dark: { checkoutBorderRadius: '4px' },
  });
  expect(mergeCheckoutSettings(merged, { light: null, defaultDarkMode: null })).toEqual({
    dark: { checkoutBorderRadius: '4px' },
  });
});

test('shows every switch, on unless turned off, and platform switches always on', () => {
  const shown = presentNotificationSettings({ notifyNewOrders: false });
  expect(shown).toMatchObject({ notifyNewOrders: false, notifyChargeback: true, emailUpcomingCharge: true });
  expect(Object.keys(shown ?? {})).toHaveLength(22);
  expect(presentNotificationSettings(null)).toBeNull();
});

test('reports platform-managed and legacy keys as dropped', () => {
  expect(droppedNotifications({ emailTrialStarted: false, notifyNewOrders: true, notifyPayoutFailed: false })).toEqual([
    'emailTrialStarted',
    'notifyPayoutFailed',
  ]);
});

test('makes slugs that are lower-case, not empty and not reserved', () => {
  expect(slugOf('Kettle & Crema')).toBe('kettle-and-crema');
  expect(slugOf('Größe Über alles')).toBe('groesse-ueber-alles');
  expect(slugOf('商店')).toBe('store');
  for (const own of ['v1', 'Dashboard', 'docs', 'API', 'checkout', 'Sign in']) expect(slugOf(own)).toMatch(/-store$/);
  fc.assert(fc.property(fc.string(), (name) => /^[a-z0-9]+(?:-+[a-z0-9]+)*$/.test(slugOf(name))));
});

test.each([
  ['0', true],
  ['8px', true],
  ['.5rem', true],
  ['50%', true],
  ['8px 4px 0 0', true],
  ['1em 2em / 3pt', true],
  ['', false],
  ['8', false],
  ['-1px', false],
  ['1px 2px 3px 4px 5px', false],
  ['1px;}', false],
  ['calc(1px + 2px)', true],
  ['CALC( (1rem - 2px) * 1.5 )', true],
  ['min(1rem, 2vw) max(1px) / clamp(2px, 1cqw, 10px)', true],
  ['1e1px', true],
  ['calc(1px+2px)', false],
  ['calc(1px * 2px)', false],
  ['calc(1 / 2px)', false],
  ['calc(1px + 1)', false],
  ['calc(1px', false],
  ['clamp(1px, 2px)', false],
  ['var(--radius)', false],
  [`${'calc('.repeat(17)}1px${')'.repeat(17)}`, false],
  [`calc(1px${' + 1px'.repeat(50)})`, false],
  ['url(x)', false],
  ['1px/', false],
])('accepts radius %j: %s', (checkoutBorderRadius, isCss) => {
  expect(checkoutSettingsPatch().safeParse({ light: { checkoutBorderRadius } }).success).toBe(isCss);
});
