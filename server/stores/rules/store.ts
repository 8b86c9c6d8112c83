/** A store's own rules. (commerce-api.md, "Store".) */
import slugify from '@sindresorhus/slugify';
import { z } from 'zod';
import { characterCount, refusedAs } from '#server/domain/fields.ts';

export const storeStatuses = ['active', 'inactive', 'suspended'] as const;
export type StoreStatus = (typeof storeStatuses)[number];

/** Notification switches a merchant may set; each is on unless it is turned off. */
export const merchantNotifications = [
  'notifyNewOrders',
  'notifyNewSubscriptions',
  'notifySubscriptionCanceled',
  'notifySubscriptionEnded',
  'notifySubscriptionPastDue',
  'notifySubscriptionRenewed',
  'notifySubscriptionUncanceled',
  'notifySubscriptionUpdated',
  'notifyChargeback',
] as const;

/** Switches that the platform manages: returned, and dropped when sent. */
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
] as const;

/** Keys that once existed; dropped when sent. */
export const legacyNotifications = ['notifyPayoutCompleted', 'notifyPayoutFailed'] as const;

/** What was set; a switch that was not set has its default, which is on. */
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

/** Characters without a shape: a name of nothing else looks empty. */
const invisibleCharacters = /\s|\p{C}|\p{Default_Ignorable_Code_Point}|\u2800/gu;

/** What starts a line or steers whatever shows it: control characters, and Unicode's own line and paragraph ends. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

const emptyName = 'Store name cannot be empty or contain only whitespace';
const brokenName = 'Store name cannot contain control characters';
const longName = `Store name cannot exceed ${maxNameLength} characters`;

/** A store's name: 1 to 48 characters after trimming, on one line. */
export const storeName = () =>
  z
    .string()
    .transform((value, ctx) => {
      const name = value.trim();
      if (name.replace(invisibleCharacters, '') === '')
        ctx.issues.push({ code: 'custom', message: emptyName, input: value });
      if (name.search(controlCharacters) !== -1) ctx.issues.push({ code: 'custom', message: brokenName, input: value });
      if (characterCount(name) > maxNameLength) {
        ctx.issues.push({ code: 'custom', message: longName, input: value, ...refusedAs('too_long') });
      }
      return name;
    })
    .meta({ description: 'Shown to buyers; space around it is cut off', minLength: 1, maxLength: maxNameLength });

/** What the reference says of the endpoints that take a store's name. */
export const storeNameRefusals = [
  { status: 400, message: emptyName, when: 'the name has no visible character' },
  { status: 400, message: brokenName, when: 'the name has line breaks or such' },
  { status: 400, message: longName, when: 'the name is too long' },
] as const;

/** The application's own path parts, at the root and below /dashboard, which no store may be called. */
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

/** Whether a first path part is the application's own, and so no store's. */
export const isReservedSlug = (part: string): boolean => reservedSlugs.has(part);

/** The public name of a store in addresses, from its name: lower-case letters, digits and dashes, never empty. */
export function slugOf(name: string): string {
  const slug = slugify(name)
    .slice(0, maxNameLength)
    .replace(/^-+|-+$/g, '');
  if (slug === '') return 'store';
  return reservedSlugs.has(slug) ? `${slug}-store` : slug;
}
