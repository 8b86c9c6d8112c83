/** The theme editor's draft: each field as text, empty if not set. */
import type { CheckoutSettings, Theme } from '#server/stores/rules/store.ts';

export const themeFields = [
  'checkoutLogo',
  'checkoutColorPrimary',
  'checkoutColorBackground',
  'checkoutColorCard',
  'checkoutColorText',
  'checkoutBorderRadius',
] as const;
export type ThemeField = (typeof themeFields)[number];

export type ThemeDraft = Readonly<Record<ThemeField, string>>;

export interface SettingsDraft {
  /** Null follows the customer's device. */
  readonly defaultDarkMode: boolean | null;
  readonly light: ThemeDraft;
  readonly dark: ThemeDraft;
}

/** A theme without any settings. */
export const emptyTheme = fill(() => '');

/** Converts stored settings to a draft. */
export const draftOf = (settings: CheckoutSettings | null): SettingsDraft => ({
  defaultDarkMode: settings?.defaultDarkMode ?? null,
  light: fill((field) => settings?.light?.[field] ?? ''),
  dark: fill((field) => settings?.dark?.[field] ?? ''),
});

/** Converts a draft to a theme. The checkout ignores values it cannot parse. */
export const themeOf = (draft: ThemeDraft): Theme =>
  Object.fromEntries(themeFields.map((field) => [field, draft[field].trim()]).filter(([, value]) => value !== ''));

type ThemePatch = Partial<Record<ThemeField, string | null>>;
export interface SettingsPatch {
  defaultDarkMode?: boolean | null;
  light?: ThemePatch;
  dark?: ThemePatch;
}

/**
 * The `store/update-store` patch from `saved` to `draft`, with changed fields only, so that concurrent edits of different
 * fields do not overwrite each other. Null clears a field. Returns undefined if nothing changed.
 */
export function patchOf(saved: SettingsDraft, draft: SettingsDraft): SettingsPatch | undefined {
  const [light, dark] = (['light', 'dark'] as const).map((side) => {
    const changed = themeFields.filter((field) => draft[side][field].trim() !== saved[side][field].trim());
    return changed.length > 0
      ? Object.fromEntries(changed.map((field) => [field, draft[side][field].trim() || null]))
      : undefined;
  });
  const patch = {
    ...(draft.defaultDarkMode !== saved.defaultDarkMode && { defaultDarkMode: draft.defaultDarkMode }),
    ...(light && { light }),
    ...(dark && { dark }),
  };
  return Object.keys(patch).length > 0 ? patch : undefined;
}

/** A patch with all fields. */
export const fullPatchOf = ({ defaultDarkMode, light, dark }: SettingsDraft): SettingsPatch => ({
  defaultDarkMode,
  light: Object.fromEntries(themeFields.map((field) => [field, light[field].trim() || null])),
  dark: Object.fromEntries(themeFields.map((field) => [field, dark[field].trim() || null])),
});

function fill(textOf: (field: ThemeField) => string): ThemeDraft {
  return Object.fromEntries(themeFields.map((field) => [field, textOf(field)])) as ThemeDraft;
}
