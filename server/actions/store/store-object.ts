import { toShortId } from '../../domain/ids.ts';
import { presentNotificationSettings } from '../../domain/store-settings.ts';
import type { Store } from '../../queries/stores.ts';

/** The Store object of a response. (commerce-api.md, "Store".) */
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
  checkoutSettings: store.checkoutSettings,
  deletedAt: store.deletedAt?.toISOString() ?? null,
  createdAt: store.createdAt.toISOString(),
  updatedAt: store.updatedAt.toISOString(),
});
