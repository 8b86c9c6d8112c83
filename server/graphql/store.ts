/** Stores. (commerce-api.md, "Store".) */

import { errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
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
import { BooleanFilter, DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { type Asked, addListFields } from './list-fields.ts';
import { sortInput } from './listing.ts';
import { StoreObject, StoreWebhookObject } from './objects.ts';

const ThemeObject = builder.objectRef<Theme>('CheckoutTheme').implement({
  fields: (t) => ({
    checkoutLogo: t.string({ nullable: true, extensions: { kib: 2 }, resolve: (theme) => theme.checkoutLogo ?? null }),
    ...Object.fromEntries(
      [...themeColors, 'checkoutBorderRadius' as const].map((name) => [
        name,
        t.string({ nullable: true, resolve: (theme) => theme[name] ?? null }),
      ]),
    ),
  }),
});

const CheckoutSettingsObject = builder.objectRef<CheckoutSettings>('CheckoutSettings').implement({
  fields: (t) => ({
    defaultDarkMode: t.boolean({ nullable: true, resolve: (settings) => settings.defaultDarkMode ?? null }),
    light: t.field({ type: ThemeObject, nullable: true, resolve: (settings) => settings.light ?? null }),
    dark: t.field({ type: ThemeObject, nullable: true, resolve: (settings) => settings.dark ?? null }),
  }),
});

const NotificationSettingsObject = builder.objectRef<Record<string, boolean>>('NotificationSettings').implement({
  fields: (t) =>
    Object.fromEntries(
      [...merchantNotifications, ...platformNotifications].map((name) => [
        name,
        t.boolean({ resolve: (settings) => settings[name] ?? true }),
      ]),
    ),
});

StoreWebhookObject.implement({
  description: 'Where a store wants to be told of what happens. Its secret is not shown here.',
  fields: (t) => ({
    id: t.exposeID('id'),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    channel: t.exposeString('channel', { description: 'http, discord, slack, telegram or feishu' }),
    url: t.string({
      description:
        'Of a chat only the host, for whoever may not manage webhooks: with the rest anybody can write there',
      extensions: { kib: 2 },
      resolve: async ({ channel, url, storeId }, _, { loaders }) => {
        if (channel === 'http') return url;
        const member = await loaders.roleInStore.load(storeId);
        return member && may(member.role, 'manageWebhooks') ? url : shownAddress(channel, url);
      },
    }),
    events: t.stringList({ extensions: { kib: 1 }, resolve: ({ events }) => [...events] }),
    testMode: t.exposeBoolean('testMode'),
    pausedAt: t.expose('pausedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when nothing is sent there; null: it is in use.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when every attempt has failed; null: the last one did not.',
    }),
    chaos: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What is done to its deliveries on purpose, whole percent by kind; null: nothing.',
      resolve: ({ chaos }) => chaos,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

StoreObject.implement({
  description: 'A store. What only its merchant may see is null for everybody else.',
  fields: (t) => ({
    id: t.id({ resolve: ({ id }) => toShortId('STO', id) }),
    name: t.exposeString('name'),
    status: t.exposeString('status', { description: 'active, inactive or suspended' }),
    slug: t.exposeString('slug'),
    logo: t.exposeString('logo', { nullable: true, extensions: { kib: 2 } }),
    supportEmail: t.exposeString('supportEmail', { nullable: true }),
    website: t.exposeString('website', { nullable: true, extensions: { kib: 2 } }),
    checkoutSettings: t.expose('checkoutSettings', { type: CheckoutSettingsObject, nullable: true }),
    prodEnabled: t.boolean({
      nullable: true,
      resolve: (store, _, { isMerchant }) => (isMerchant ? store.prodEnabled : null),
    }),
    notificationSettings: t.field({
      type: NotificationSettingsObject,
      nullable: true,
      resolve: (store, _, { isMerchant }) =>
        isMerchant ? presentNotificationSettings(store.notificationSettings) : null,
    }),
    deletedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: (store, _, { isMerchant }) => (isMerchant ? store.deletedAt : null),
    }),
    createdAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: (store, _, { isMerchant }) => (isMerchant ? store.createdAt : null),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: (store, _, { isMerchant }) => (isMerchant ? store.updatedAt : null),
    }),
    storeWebhooks: t.field({
      type: [StoreWebhookObject],
      nullable: true,
      description: 'Those that hear of the environment that is asked in, oldest first.',
      extensions: { longest: maxWebhooksPerStore },
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
});

/** What a field hides from a caller, filters and sorting do not tell either. */
function requireVisible({ filter, orderBy }: Asked, { isMerchant }: GraphqlContext): void {
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
