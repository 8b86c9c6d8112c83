import { z } from 'zod';
import { shownId, shownMoment } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { storeStatuses } from '#server/stores/rules/store.ts';
import {
  presentCheckoutSettings,
  presentNotificationSettings,
  shownCheckoutSettings,
  shownNotificationSettings,
} from '#server/stores/rules/store-settings.ts';
import type { Store } from '#server/stores/stores.ts';

/** `data` of the endpoints that return a store. */
export const storeOutput = z.object({
  store: z
    .object({
      id: shownId('STO'),
      name: z.string(),
      status: z.enum(storeStatuses),
      logo: z.string().nullable(),
      supportEmail: z.string().nullable(),
      website: z.string().nullable(),
      slug: z.string().meta({ description: 'The public name, used in `X-Store-Slug` and checkout URLs' }),
      prodEnabled: z.boolean(),
      notificationSettings: shownNotificationSettings.nullable(),
      checkoutSettings: shownCheckoutSettings.nullable(),
      deletedAt: shownMoment().nullable(),
      createdAt: shownMoment(),
      updatedAt: shownMoment(),
    })
    .meta({ schemaName: 'Store' }),
});

/** The Store object of a response. (commerce-api.md, "Store") */
export const storeObject = (store: Store) => ({
  id: toShortId('STO', store.id),
  name: store.name,
  status: store.status,
  logo: store.logo,
  supportEmail: store.supportEmail,
  website: store.website,
  slug: store.slug,
  prodEnabled: store.prodEnabled,
  notificationSettings: presentNotificationSettings(store.notificationSettings),
  checkoutSettings: presentCheckoutSettings(store.checkoutSettings),
  deletedAt: store.deletedAt?.toISOString() ?? null,
  createdAt: store.createdAt.toISOString(),
  updatedAt: store.updatedAt.toISOString(),
});
