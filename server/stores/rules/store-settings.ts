/**
 * Validates and merges the two settings objects of a store. Per sub-field: omitted keeps, null clears, a value sets.
 * (commerce-api.md, "update-store", "checkoutSettings", "notificationSettings".)
 */
import { z } from 'zod';
import { webAddress } from '#server/domain/fields.ts';
import { maxCssLengthCharacters, readCssRadius } from './css-length.ts';
import {
  type CheckoutSettings,
  legacyNotifications,
  merchantNotifications,
  type NotificationSettings,
  platformNotifications,
  type Theme,
  themeColors,
} from './store.ts';
import { palettes, type Side } from './theme/palettes.ts';

const hexColor = (name: string) =>
  z
    .string()
    .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i, { error: `Invalid ${name}: must be a hex color` })
    .nullish();

const theme = (side: 'light' | 'dark') =>
  z
    .object({
      checkoutLogo: webAddress(`checkoutSettings.${side}.checkoutLogo`, 2048).nullish(),
      checkoutColorPrimary: hexColor(`checkoutSettings.${side}.checkoutColorPrimary`),
      checkoutColorBackground: hexColor(`checkoutSettings.${side}.checkoutColorBackground`),
      checkoutColorCard: hexColor(`checkoutSettings.${side}.checkoutColorCard`),
      checkoutColorText: hexColor(`checkoutSettings.${side}.checkoutColorText`),
      checkoutBorderRadius: z
        .string()
        .refine((value) => readCssRadius(value) !== undefined, {
          error: `Invalid checkoutSettings.${side}.checkoutBorderRadius: must be a CSS length such as 8px or 0.5rem`,
        })
        .nullish()
        .meta({
          description:
            'CSS lengths, calc(), min(), max() and clamp() included; the page uses the first, up to 1.375rem',
          maxLength: maxCssLengthCharacters,
        }),
    })
    .meta({ schemaName: 'ThemeInput' })
    .nullish();

/** The `checkoutSettings` of a request; unknown sub-fields are ignored. */
export const checkoutSettingsPatch = () =>
  z
    .object({ defaultDarkMode: z.boolean().nullish(), light: theme('light'), dark: theme('dark') })
    .meta({ schemaName: 'CheckoutSettingsInput' });

export type CheckoutSettingsPatch = z.output<ReturnType<typeof checkoutSettingsPatch>>;

/** The `notificationSettings` of a request; {@link droppedNotifications} reports keys that the merchant cannot set. */
export const notificationSettingsPatch = () =>
  z
    .looseObject(Object.fromEntries(merchantNotifications.map((key) => [key, z.boolean().nullish()])))
    .meta({ schemaName: 'NotificationSettingsInput' });

/** The keys in a patch that the platform manages, or that no longer exist. */
export const droppedNotifications = (patch: object): string[] =>
  [...platformNotifications, ...legacyNotifications].filter((key) => key in patch);

/** Merges a patch into the stored settings. */
export function mergeNotificationSettings(stored: NotificationSettings | null, patch: object): NotificationSettings {
  const own = Object.fromEntries(
    Object.entries(patch).filter(([key]) => merchantNotifications.some((name) => name === key)),
  );
  return mergeFields<NotificationSettings>(stored ?? {}, own);
}

/** Merges a patch into the stored settings per sub-field, also within the two themes. */
export function mergeCheckoutSettings(stored: CheckoutSettings | null, patch: CheckoutSettingsPatch): CheckoutSettings {
  const { light, dark, ...top } = patch;
  const merged = mergeFields<CheckoutSettings>(stored ?? {}, top);
  const mergeTheme = (side: 'light' | 'dark', patchTheme: Theme | null | undefined | object) =>
    patchTheme === undefined
      ? merged[side]
      : patchTheme === null
        ? undefined
        : mergeFields<Theme>(merged[side] ?? {}, patchTheme);
  return dropUndefined({
    ...merged,
    light: mergeTheme('light', light),
    dark: mergeTheme('dark', dark),
  }) as CheckoutSettings;
}

/** Merges one level: undefined keeps, null removes, a value sets. */
function mergeFields<Settings extends object>(stored: Settings, patch: object): Settings {
  const entries = Object.entries({ ...stored, ...dropUndefined(patch) }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Settings;
}

const dropUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The notification settings in responses. */
export const shownNotificationSettings = z
  .object(
    Object.fromEntries([...merchantNotifications, ...platformNotifications].map((key) => [key, z.boolean()])) as Record<
      (typeof merchantNotifications)[number] | (typeof platformNotifications)[number],
      z.ZodBoolean
    >,
  )
  .meta({ schemaName: 'NotificationSettings' });

const shownTheme = z
  .object({
    checkoutLogo: z.string().nullable(),
    ...(Object.fromEntries(themeColors.map((name) => [name, z.string()])) as Record<
      (typeof themeColors)[number],
      z.ZodString
    >),
    checkoutBorderRadius: z.string(),
  })
  .meta({ schemaName: 'Theme' });

/** The checkout settings in responses, with the default of each field that was not set. */
export const shownCheckoutSettings = z
  .object({
    defaultDarkMode: z.boolean(),
    light: shownTheme,
    dark: shownTheme,
  })
  .meta({ schemaName: 'CheckoutSettings' });

const defaultTheme = ({ primary, background, surface, text }: (typeof palettes)[Side]) => ({
  checkoutLogo: null,
  checkoutColorPrimary: primary,
  checkoutColorBackground: background,
  checkoutColorCard: surface,
  checkoutColorText: text,
  checkoutBorderRadius: '0.5rem',
});

/** Formats the settings for responses: whole, or null if nothing was ever set. */
export const presentCheckoutSettings = (stored: CheckoutSettings | null) =>
  stored && {
    defaultDarkMode: stored.defaultDarkMode ?? false,
    light: { ...defaultTheme(palettes.light), ...stored.light },
    dark: { ...defaultTheme(palettes.dark), ...stored.dark },
  };

/** Formats the settings for responses: every switch, on unless it was turned off. */
export const presentNotificationSettings = (stored: NotificationSettings | null) =>
  stored &&
  ({
    ...Object.fromEntries(merchantNotifications.map((key) => [key, stored[key] ?? true])),
    ...Object.fromEntries(platformNotifications.map((key) => [key, true])),
  } as z.output<typeof shownNotificationSettings> | null);
