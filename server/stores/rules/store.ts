/** The rules of stores. (commerce-api.md, "Store".) */
import slugify from '@sindresorhus/slugify';
import { z } from 'zod';
import { characterCount, refusedAs } from '#server/domain/fields.ts';

export const storeStatuses = ['active', 'inactive', 'suspended'] as const;
export type StoreStatus = (typeof storeStatuses)[number];

/** Notification settings that a merchant may change; each is on by default. */
export const merchantNotifications = [
  'notifyNewOrders',
  'notifyNewSubscriptions',
  'notifySubscriptionCanceled',
  'notifySubscriptionEnded',
  'notifySubscriptionPastDue',
  'notifySubscriptionRenewed',
  'notifySubscriptionUncanceled',
  'notifySubscriptionUpdated',
  'notifySubscriptionPlanChanged',
  'notifyChargeback',
  'notifyRefundSucceeded',
] as const;

/** Settings that the platform manages: they are returned, but ignored in requests. */
export const platformNotifications = [
  'emailOrderConfirmation',
  'emailSubscriptionConfirmation',
  'emailSubscriptionCycled',
  'emailSubscriptionCanceled',
  'emailSubscriptionRevoked',
  'emailSubscriptionPastDue',
  'emailTrialStarted',
  'emailTrialEnding',
  'emailUpcomingCharge',
  'emailSubscriptionPlanChanged',
  'emailRefundSucceeded',
] as const;

/** Former settings; they are ignored in requests. */
export const legacyNotifications = ['notifyPayoutCompleted', 'notifyPayoutFailed'] as const;

/** The changed settings only; the others have their default, which is on. */
export type NotificationSettings = Readonly<Partial<Record<(typeof merchantNotifications)[number], boolean>>>;

export const themeColors = [
  'checkoutColorPrimary',
  'checkoutColorBackground',
  'checkoutColorCard',
  'checkoutColorText',
] as const;

export type Theme = Readonly<
  Partial<Record<(typeof themeColors)[number] | 'checkoutBorderRadius', string>> & { checkoutLogo?: string | null }
>;

export interface CheckoutSettings {
  readonly defaultDarkMode?: boolean;
  readonly light?: Theme;
  readonly dark?: Theme;
}

const maxNameLength = 48;

/** Invisible characters: a name without others looks empty. */
const invisibleCharacters = /\s|\p{C}|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** Control characters, and Unicode's line and paragraph separators. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

const emptyName = 'Store name cannot be empty or contain only whitespace';
const controlCharactersInName = 'Store name cannot contain control characters';
const longName = `Store name cannot exceed ${maxNameLength} characters`;

/** A store's name: 1 to 48 characters after trimming, on one line. */
export const storeName = () =>
  z
    .string()
    .transform((value, ctx) => {
      const name = value.trim();
      if (name.replace(invisibleCharacters, '') === '')
        ctx.issues.push({ code: 'custom', message: emptyName, input: value });
      if (name.search(controlCharacters) !== -1)
        ctx.issues.push({ code: 'custom', message: controlCharactersInName, input: value });
      if (characterCount(name) > maxNameLength) {
        ctx.issues.push({ code: 'custom', message: longName, input: value, ...refusedAs('too_long') });
      }
      return name;
    })
    .meta({
      description: 'Shown to buyers; surrounding whitespace is removed',
      minLength: 1,
      maxLength: maxNameLength,
    });

/** The refusals of a store's name, for the API reference. */
export const storeNameRefusals = [
  { status: 400, code: 'invalid_field', message: emptyName, when: 'the name has no visible characters' },
  {
    status: 400,
    code: 'invalid_field',
    message: controlCharactersInName,
    when: 'the name has control characters, such as line breaks',
  },
  { status: 400, code: 'too_long', message: longName, when: 'the name is too long' },
] as const;

/** The application's own path segments, at the root and below /dashboard. */
const reservedSlugs: ReadonlySet<string> = new Set([
  'v1',
  'account',
  'admin',
  'api',
  'app',
  'assets',
  'auth',
  'checkout',
  'dashboard',
  'docs',
  'emails',
  'favicon-ico',
  'forgot-password',
  'health',
  'invitations',
  'keys',
  'new-store',
  'operator',
  'portal',
  'prod',
  'public',
  'reset-password',
  'settings',
  'sign-in',
  'sign-out',
  'sign-up',
  'static',
  'test',
]);

/** Whether a first path segment is reserved by the application. */
export const isReservedSlug = (part: string): boolean => reservedSlugs.has(part);

/** A store's slug from its name: lower-case letters, digits and dashes, never empty. */
export function slugOf(name: string): string {
  const slug = slugify(name)
    .slice(0, maxNameLength)
    .replace(/^-+|-+$/g, '');
  if (slug === '') return 'store';
  return reservedSlugs.has(slug) ? `${slug}-store` : slug;
}
