import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import { checkoutSettingsPatch, mergeCheckoutSettings } from '#server/stores/rules/store-settings.ts';
import { draftOf, emptyTheme, fullPatchOf, patchOf, themeFields, themeOf } from './theme-draft.ts';

const hex = fc.stringMatching(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/);
const theme = fc.record(
  {
    checkoutLogo: fc.constantFrom('https://example.com/a.svg', 'https://example.com/b.png'),
    checkoutColorPrimary: hex,
    checkoutColorBackground: hex,
    checkoutColorCard: hex,
    checkoutColorText: hex,
    checkoutBorderRadius: fc.constantFrom('0', '8px', '1.5rem'),
  },
  { requiredKeys: [] },
);
const settings: fc.Arbitrary<CheckoutSettings | null> = fc.option(
  fc.record({ defaultDarkMode: fc.boolean(), light: theme, dark: theme }, { requiredKeys: [] }),
);

describe('patchOf', () => {
  it('turns the stored settings into the wanted ones through update-store', () => {
    fc.assert(
      fc.property(settings, settings, (stored, wanted) => {
        const patch = patchOf(draftOf(stored), draftOf(wanted));
        const merged = patch ? mergeCheckoutSettings(stored, checkoutSettingsPatch().parse(patch)) : stored;
        expect(draftOf(merged)).toEqual(draftOf(wanted));
      }),
    );
  });

  it('contains only changed fields and is undefined without changes', () => {
    const saved = draftOf({ light: { checkoutColorCard: '#fff', checkoutColorText: '#000' } });
    const draft = {
      ...saved,
      light: { ...saved.light, checkoutColorText: ' ', checkoutLogo: ' https://a.example/x ' },
    };
    expect(patchOf(saved, draft)).toEqual({ light: { checkoutColorText: null, checkoutLogo: 'https://a.example/x' } });
    expect(patchOf(saved, saved)).toBeUndefined();
    const spaced = { ...saved, dark: { ...saved.dark, checkoutLogo: '  ' } };
    expect(patchOf(saved, spaced)).toBeUndefined();
  });

  it('distinguishes a cleared mode from an unchanged one', () => {
    const [saved, none] = [draftOf({ defaultDarkMode: false }), draftOf(null)];
    expect(patchOf(saved, none)).toEqual({ defaultDarkMode: null });
    expect(patchOf(none, saved)).toEqual({ defaultDarkMode: false });
  });
});

it('a full patch turns any settings into the draft', () => {
  fc.assert(
    fc.property(settings, settings, (stored, wanted) => {
      const patch = checkoutSettingsPatch().parse(fullPatchOf(draftOf(wanted)));
      expect(draftOf(mergeCheckoutSettings(stored, patch))).toEqual(draftOf(wanted));
    }),
  );
});

it('a theme contains only non-empty fields', () => {
  expect(themeOf(emptyTheme)).toEqual({});
  expect(themeOf({ ...emptyTheme, checkoutColorCard: ' #fff ' })).toEqual({ checkoutColorCard: '#fff' });
  expect(Object.keys(emptyTheme)).toEqual([...themeFields]);
});
