import { z } from 'zod';
import { defineAction, refuseWithoutMerchant } from '../../action.ts';
import { emailAddress, shortId, webAddress } from '../../domain/fields.ts';
import { mayUpdateStore } from '../../domain/roles.ts';
import { storeName, storeStatuses } from '../../domain/store.ts';
import {
  checkoutSettingsPatch,
  droppedNotifications,
  mergeCheckoutSettings,
  mergeNotificationSettings,
  notificationSettingsPatch,
} from '../../domain/store-settings.ts';
import { ApiError } from '../../errors.ts';
import { recordEvent } from '../../queries/events.ts';
import { lockMemberStore, type Store, updateStore as saveStore } from '../../queries/stores.ts';
import { storeObject } from './store-object.ts';

const input = z.object({
  id: shortId('STO'),
  name: storeName().optional(),
  status: z.enum(storeStatuses, { error: 'Invalid status, must be active, inactive or suspended' }).optional(),
  logo: z
    .string({ error: 'Invalid logo: must be a string or null' })
    .pipe(webAddress('logo', 2048))
    .nullable()
    .optional(),
  supportEmail: emailAddress('supportEmail').nullable().optional(),
  website: webAddress('website', 2048).nullable().optional(),
  notificationSettings: notificationSettingsPatch().nullable().optional(),
  checkoutSettings: checkoutSettingsPatch().nullable().optional(),
  webhookSettings: z.unknown().optional(),
});

/**
 * `store/update-store`: changes what is given of a store and keeps the rest. Takes `id` and any of `name`, `status`,
 * `logo`, `supportEmail`, `website`, `notificationSettings`, `checkoutSettings` (both merged per sub-field: omitted
 * keeps, null clears); gives `data.store`. Warns of notification switches that the platform manages and of the
 * removed `webhookSettings`. 403 unless owner or admin, 404 for a store that is not the merchant's.
 * (commerce-api.md, "POST /v1/actions/store/update-store".)
 */
export const updateStore = defineAction({
  callers: ['apiKey', 'dashboard'],
  layer: 'store',
  input,
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now, warn }, { id, ...given }) {
    const store = await lockMemberStore(tx, caller.merchantId, id);
    if (!mayUpdateStore(store.role)) throw new ApiError(403, 'Not authorized to update this store', 'store');
    const dropped = droppedNotifications(given.notificationSettings ?? {});
    if (dropped.length > 0) warn(`Platform-managed notification settings were dropped: ${dropped.join(', ')}`);
    if (given.webhookSettings !== undefined) {
      const hint = 'Use store/add-webhook, store/update-webhook and store/remove-webhook instead.';
      warn('Field webhookSettings is no longer supported and was ignored', hint);
    }
    const changes = changesOf(store, given);
    const saved = await saveStore(tx, store.id, changes, now);
    const event = {
      type: 'store.updated',
      objectType: 'store',
      objectId: store.id,
      data: { changed: Object.keys(changes) },
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { store: storeObject(saved) };
  },
});

/** The columns to write: only the fields that were given, the settings objects already merged. */
function changesOf(store: Store, given: Omit<z.output<typeof input>, 'id'>): Partial<Store> {
  const { notificationSettings, checkoutSettings, webhookSettings: _, ...plain } = given;
  const changes: Record<string, unknown> = { ...plain };
  if (notificationSettings !== undefined) {
    changes.notificationSettings =
      notificationSettings && mergeNotificationSettings(store.notificationSettings, notificationSettings);
  }
  if (checkoutSettings !== undefined) {
    changes.checkoutSettings = checkoutSettings && mergeCheckoutSettings(store.checkoutSettings, checkoutSettings);
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Store>;
}
