/** Stores. (commerce-api.md, "Store") */

import { errors } from '#server/domain/errors.ts';
import { may } from '#server/stores/rules/roles.ts';
import {
  type CheckoutSettings,
  merchantNotifications,
  platformNotifications,
  type Theme,
  themeColors,
} from '#server/stores/rules/store.ts';
import { presentNotificationSettings } from '#server/stores/rules/store-settings.ts';
import { countStores, listStores } from '#server/stores/stores.ts';
import { maxWebhooksPerStore } from '#server/webhooks/rules/webhook.ts';
import { shownAddress } from '#server/webhooks/rules/webhook-log.ts';
import { builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { shortId, timeOrNull } from './field-options.ts';
import { BooleanFilter, DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields, type ListArguments } from './list-fields.ts';
import { maxLimit, readLimit, sortInput } from './listing.ts';
import { OnetimeProductObject, StoreObject, StoreWebhookObject, SubscriptionProductObject } from './objects.ts';

const defaultProducts = 20;

const themeDescriptions = {
  checkoutColorPrimary: 'The color of buttons and links, as CSS hex (`#rrggbb`)',
  checkoutColorBackground: 'The color of the page’s background, as CSS hex (`#rrggbb`)',
  checkoutColorCard: 'The color of panels, as CSS hex (`#rrggbb`)',
  checkoutColorText: 'The color of text, as CSS hex (`#rrggbb`)',
  checkoutBorderRadius: 'The radius of corners, as a CSS length',
};

const ThemeObject = builder.objectRef<Theme>('CheckoutTheme').implement({
  description: 'The colors and shapes of the checkout page in light or dark mode. Unset values are null.',
  fields: (t) => ({
    checkoutLogo: t.string({
      description: 'The URL of the logo; null: the store’s own.',
      nullable: true,
      extensions: { kib: 2 },
      resolve: (theme) => theme.checkoutLogo ?? null,
    }),
    ...Object.fromEntries(
      [...themeColors, 'checkoutBorderRadius' as const].map((name) => [
        name,
        t.string({
          nullable: true,
          description: `${themeDescriptions[name]}; null: the default.`,
          resolve: (theme) => theme[name] ?? null,
        }),
      ]),
    ),
  }),
});

const CheckoutSettingsObject = builder.objectRef<CheckoutSettings>('CheckoutSettings').implement({
  description: 'The appearance of a store’s checkout page.',
  fields: (t) => ({
    defaultDarkMode: t.boolean({
      description: 'Whether the page is dark by default; null: the buyer’s system decides.',
      nullable: true,
      resolve: (settings) => settings.defaultDarkMode ?? null,
    }),
    light: t.field({
      description: 'The theme of light mode; null: the default theme.',
      type: ThemeObject,
      nullable: true,
      resolve: (settings) => settings.light ?? null,
    }),
    dark: t.field({
      description: 'The theme of dark mode; null: the default theme.',
      type: ThemeObject,
      nullable: true,
      resolve: (settings) => settings.dark ?? null,
    }),
  }),
});

const notificationDescriptions: Readonly<
  Record<(typeof merchantNotifications)[number] | (typeof platformNotifications)[number], string>
> = {
  notifyNewOrders: 'Emails the merchant about new one-time orders.',
  notifyNewSubscriptions: 'Emails the merchant about new subscriptions.',
  notifySubscriptionCanceled: 'Emails the merchant when a subscription is canceled.',
  notifySubscriptionEnded: 'Emails the merchant when a subscription ends.',
  notifySubscriptionPastDue: 'Emails the merchant when a renewal payment fails.',
  notifySubscriptionRenewed: 'Emails the merchant when a subscription renews.',
  notifySubscriptionUncanceled: 'Emails the merchant when a cancellation is undone.',
  notifySubscriptionUpdated: 'Emails the merchant when a subscription changes.',
  notifySubscriptionPlanChanged: 'Emails the merchant when a plan change is scheduled, fails or takes effect.',
  notifyChargeback: 'Emails the merchant about chargebacks.',
  notifyRefundSucceeded: 'Emails the merchant when a refund succeeds.',
  emailOrderConfirmation: 'Emails the buyer an order confirmation. Managed by the platform.',
  emailSubscriptionConfirmation: 'Emails the buyer a subscription confirmation. Managed by the platform.',
  emailSubscriptionCycled: 'Emails the buyer a receipt of each renewal. Managed by the platform.',
  emailSubscriptionCanceled: 'Emails the buyer when their subscription is canceled. Managed by the platform.',
  emailSubscriptionRevoked: 'Emails the buyer when their subscription ends. Managed by the platform.',
  emailSubscriptionPastDue: 'Emails the buyer when their renewal payment fails. Managed by the platform.',
  emailTrialStarted: 'Emails the buyer when their trial starts. Managed by the platform.',
  emailTrialEnding: 'Reminds the buyer that their trial ends. Managed by the platform.',
  emailUpcomingCharge: 'Reminds the buyer of the next charge. Managed by the platform.',
  emailSubscriptionPlanChanged: 'Emails the buyer about their plan change. Managed by the platform.',
  emailRefundSucceeded: 'Emails the buyer when a refund succeeds. Managed by the platform.',
};

const NotificationSettingsObject = builder.objectRef<Record<string, boolean>>('NotificationSettings').implement({
  description: 'Which emails are sent for a store.',
  fields: (t) =>
    Object.fromEntries(
      [...merchantNotifications, ...platformNotifications].map((name) => [
        name,
        t.boolean({ description: notificationDescriptions[name], resolve: (settings) => settings[name] ?? true }),
      ]),
    ),
});

StoreWebhookObject.implement({
  description: 'A receiver of a store’s events. Its secret is not included.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    channel: t.exposeString('channel', { description: 'http, discord, slack, telegram or feishu.' }),
    url: t.string({
      description:
        'The receiver’s URL. For chat channels, members who may not manage webhooks see only the host, because the rest is a credential.',
      extensions: { kib: 2 },
      resolve: async ({ channel, url, storeId }, _, { loaders }) => {
        if (channel === 'http') return url;
        const member = await loaders.roleInStore.load(storeId);
        return member && may(member.role, 'manageWebhooks') ? url : shownAddress(channel, url);
      },
    }),
    events: t.stringList({
      description: 'The event types sent there, such as `order.completed`.',
      extensions: { kib: 1 },
      resolve: ({ events }) => [...events],
    }),
    testMode: t.exposeBoolean('testMode', { description: 'true: receives test events; false: receives prod events.' }),
    pausedAt: t.expose('pausedAt', timeOrNull('When it was paused; null: not paused.')),
    failingSince: t.expose(
      'failingSince',
      timeOrNull('When the current series of failures began; null: the last attempt succeeded.'),
    ),
    chaos: t.field({
      description: 'Chaos mode’s shares in whole percent by kind; null: off.',
      type: 'JSON',
      nullable: true,
      resolve: ({ chaos }) => chaos,
    }),
    createdAt: t.expose('createdAt', { description: 'When it was created.', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed.', type: 'DateTime' }),
  }),
});

StoreObject.implement({
  description: 'A store. Fields for its merchant are null for other callers.',
  fields: (t) => ({
    id: t.id(shortId('STO', 'id', 'The store, `STO_xxx`.')),
    name: t.exposeString('name', { description: '1 to 48 characters.' }),
    status: t.exposeString('status', { description: 'active, inactive or suspended.' }),
    slug: t.exposeString('slug', { description: 'The public name, used in `X-Store-Slug` and checkout URLs.' }),
    logo: t.exposeString('logo', {
      description: 'The URL of the store’s logo.',
      nullable: true,
      extensions: { kib: 2 },
    }),
    supportEmail: t.exposeString('supportEmail', {
      description: 'The email address for questions from buyers.',
      nullable: true,
    }),
    website: t.exposeString('website', {
      description: 'The URL of the store’s own site.',
      nullable: true,
      extensions: { kib: 2 },
    }),
    checkoutSettings: t.expose('checkoutSettings', {
      description: 'The appearance of the checkout page; null: the defaults.',
      type: CheckoutSettingsObject,
      nullable: true,
    }),
    prodEnabled: t.boolean({
      description: 'Whether an operator has enabled the store for prod. Null for callers other than the merchant.',
      nullable: true,
      resolve: (store, _, { isMerchant }) => (isMerchant ? store.prodEnabled : null),
    }),
    notificationSettings: t.field({
      description: 'Which emails are sent. Null for callers other than the merchant.',
      type: NotificationSettingsObject,
      nullable: true,
      resolve: (store, _, { isMerchant }) =>
        isMerchant ? presentNotificationSettings(store.notificationSettings) : null,
    }),
    deletedAt: t.field({
      description: 'When the store was deleted; null: not deleted. Null for callers other than the merchant.',
      type: 'DateTime',
      nullable: true,
      resolve: (store, _, { isMerchant }) => (isMerchant ? store.deletedAt : null),
    }),
    createdAt: t.field({
      description: 'When it was created. Null for callers other than the merchant.',
      type: 'DateTime',
      nullable: true,
      resolve: (store, _, { isMerchant }) => (isMerchant ? store.createdAt : null),
    }),
    updatedAt: t.field({
      description: 'When it last changed. Null for callers other than the merchant.',
      type: 'DateTime',
      nullable: true,
      resolve: (store, _, { isMerchant }) => (isMerchant ? store.updatedAt : null),
    }),
    ...Object.fromEntries(
      (
        [
          ['onetime', OnetimeProductObject],
          ['subscription', SubscriptionProductObject],
        ] as const
      ).map(([type, object]) => [
        `${type}Products`,
        t.field({
          description:
            'Its newest products in the environment of the call; for callers other than the merchant, those on sale.',
          type: [object],
          args: {
            limit: t.arg.int({ defaultValue: defaultProducts, description: `The maximum number, 1 to ${maxLimit}.` }),
          },
          resolve: ({ id }, { limit }, { loaders }) =>
            loaders.productsOfStore(type, readLimit(limit ?? defaultProducts)).load(id),
        }),
      ]),
    ),
    storeWebhooks: t.field({
      description:
        'The webhooks of the environment of the call, oldest first. Null for callers other than the merchant.',
      type: [StoreWebhookObject],
      nullable: true,
      extensions: { maxLength: maxWebhooksPerStore },
      resolve: (store, _, { isMerchant, loaders }) => (isMerchant ? loaders.webhooksOfStore.load(store.id) : null),
    }),
  }),
});

const StoreFilter = filterInput('Store', {
  id: IdFilter,
  name: StringFilter,
  slug: StringFilter,
  status: StringFilter,
  prodEnabled: BooleanFilter,
  createdAt: DateTimeFilter,
  updatedAt: DateTimeFilter,
});

/** Rejects filters and sorting by fields that are hidden from the caller. */
function requireVisible({ filter, orderBy }: ListArguments, { isMerchant }: GraphqlContext): void {
  if (isMerchant) return;
  const hidden = [...Object.keys(filter ?? {}), orderBy?.field].some(
    (name) => name !== undefined && hiddenFields.has(name),
  );
  if (hidden) throw errors.insufficientPermissions();
}

const hiddenFields: ReadonlySet<string> = new Set(['prodEnabled', 'createdAt', 'updatedAt']);

addListFields({
  list: 'stores',
  type: StoreObject,
  filter: StoreFilter,
  sort: sortInput('Store', ['createdAt', 'updatedAt', 'name']),
  ids: { id: 'STO' },
  admit: requireVisible,
  scope: ({ scope }) => scope(),
  rows: listStores,
  count: countStores,
  single: { name: 'store', find: (id, { loaders }) => loaders.store.load(id) },
});
