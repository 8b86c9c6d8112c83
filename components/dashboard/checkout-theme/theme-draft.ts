/** What the theme editor edits: every field as text, empty where the store chose nothing. */
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
  /** Null: as the buyer's device says. */
  readonly defaultDarkMode: boolean | null;
  readonly light: ThemeDraft;
  readonly dark: ThemeDraft;
}

/** Nothing chosen. */
export const emptyTheme = fill(() => '');

/** What is stored, ready to edit. */
export const draftOf = (settings: CheckoutSettings | null): SettingsDraft => ({
  defaultDarkMode: settings?.defaultDarkMode ?? null,
  light: fill((field) => settings?.light?.[field] ?? ''),
  dark: fill((field) => settings?.dark?.[field] ?? ''),
});

/** What the page paints of a draft; what cannot be read it leaves aside by itself. */
export const themeOf = (draft: ThemeDraft): Theme =>
  Object.fromEntries(themeFields.map((field) => [field, draft[field].trim()]).filter(([, value]) => value !== ''));

type ThemePatch = Partial<Record<ThemeField, string | null>>;
export interface SettingsPatch {
  defaultDarkMode?: boolean | null;
  light?: ThemePatch;
  dark?: ThemePatch;
}

/**
 * What `store/update-store` needs to hear to make one the other: only what differs, so that two people who change
 * different fields do not undo each other. Null clears. Undefined: nothing differs.
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

/** The same in full, whatever is saved. */
export const wholePatchOf = ({ defaultDarkMode, light, dark }: SettingsDraft): SettingsPatch => ({
  defaultDarkMode,
  light: Object.fromEntries(themeFields.map((field) => [field, light[field].trim() || null])),
  dark: Object.fromEntries(themeFields.map((field) => [field, dark[field].trim() || null])),
});

function fill(textOf: (field: ThemeField) => string): ThemeDraft {
  return Object.fromEntries(themeFields.map((field) => [field, textOf(field)])) as ThemeDraft;
}
