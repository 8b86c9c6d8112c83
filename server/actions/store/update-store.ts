import { z } from 'zod';
import { changedFields, changesBetween, isUnchanged } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { emailAddress, shortId, webAddress } from '#server/domain/fields.ts';
import { storeFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { storeName, storeNameRefusals, storeStatuses } from '#server/stores/rules/store.ts';
import {
  checkoutSettingsPatch,
  droppedNotifications,
  mergeCheckoutSettings,
  mergeNotificationSettings,
  notificationSettingsPatch,
} from '#server/stores/rules/store-settings.ts';
import { lockMemberStore, type Store, updateStore as saveStore } from '#server/stores/stores.ts';
import { storeObject, storeOutput } from './store-object.ts';

const wrongStatus = 'Invalid status, must be active, inactive or suspended';
const wrongLogo = 'Invalid logo: must be a string or null';

const input = z.object({
  id: shortId('STO'),
  name: storeName().optional(),
  status: z.enum(storeStatuses, { error: wrongStatus }).optional(),
  logo: webAddress('logo', 2048, wrongLogo)
    .nullable()
    .optional()
    .meta({ description: 'The URL of an image; null removes it' }),
  supportEmail: emailAddress('supportEmail')
    .nullable()
    .optional()
    .meta({ description: 'The email address for questions from buyers' }),
  website: webAddress('website', 2048).nullable().optional().meta({ description: 'The store’s own site' }),
  notificationSettings: notificationSettingsPatch()
    .nullable()
    .optional()
    .meta({ description: 'Which emails the merchant gets. An absent switch keeps its value, null clears it' }),
  checkoutSettings: checkoutSettingsPatch()
    .nullable()
    .optional()
    .meta({ description: 'The appearance of the checkout. An absent field keeps its value, null clears it' }),
  webhookSettings: z
    .unknown()
    .optional()
    .meta({ description: 'No longer supported: ignored with a warning', deprecated: true }),
});

/**
 * `store/update-store`: changes the given fields of a store. `notificationSettings` and `checkoutSettings` are merged
 * per sub-field: absent keeps, null clears. Warns of notification switches managed by the platform and of the removed
 * `webhookSettings`. (commerce-api.md, "POST /v1/actions/store/update-store")
 */
export const updateStore = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'open',
  keyScope: 'administer',
  layer: 'store',
  input,
  isUpdate: true,
  output: storeOutput,
  docs: {
    summary: 'Update the given fields of a store',
    refusals: [
      ...storeNameRefusals,
      {
        status: 400,
        message: wrongStatus,
        when: '`status` has another value',
      },
      { status: 400, message: wrongLogo, when: '`logo` is neither a string nor null' },
      { status: 403, message: permissionRefusals.runStore, when: 'the caller is neither owner nor admin' },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
    ],
    example: {
      id: '$storeId',
      supportEmail: 'hello@example.com',
      notificationSettings: { notifyNewOrders: false },
      checkoutSettings: { light: { checkoutColorPrimary: '#7a3e1d', checkoutBorderRadius: '10px' } },
    },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now, warn }, { id, ...fields }) {
    const store = await lockMemberStore(tx, caller.merchantId, id);
    requirePermission(store.role, 'runStore');
    const dropped = droppedNotifications(fields.notificationSettings ?? {});
    if (dropped.length > 0) {
      const hint = 'Leave them out: customer emails are managed by the platform.';
      warn(`Platform-managed notification settings were dropped: ${dropped.join(', ')}`, hint);
    }
    if (fields.webhookSettings !== undefined) {
      const hint = 'Use store/add-webhook, store/update-webhook and store/remove-webhook instead.';
      warn('Field webhookSettings is no longer supported and was ignored', hint);
    }
    const changes = changesOf(store, fields);
    if (isUnchanged(changes)) return { store: storeObject(store) };
    const saved = await saveStore(tx, store, changes, now);
    const event = {
      type: 'store.updated',
      objectId: store.id,
      data: { changed: Object.keys(changes) },
      changes: changesBetween(storeFacts(store), storeFacts(saved)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { store: storeObject(saved) };
  },
});

/** The columns to write: given fields that change, with settings objects merged. */
function changesOf(store: Store, fields: Omit<z.output<typeof input>, 'id'>): Partial<Store> {
  const { notificationSettings: switches, checkoutSettings: look, webhookSettings: _, ...plain } = fields;
  return changedFields(store, {
    ...plain,
    notificationSettings: switches && mergeNotificationSettings(store.notificationSettings, switches),
    checkoutSettings: look && mergeCheckoutSettings(store.checkoutSettings, look),
  });
}
