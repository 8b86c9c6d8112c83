import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { lockMemberStore } from '#server/stores/stores.ts';
import {
  environmentOf,
  maxWebhooksPerStore,
  requireDeliverable,
  webhookChannels,
  webhookEventList,
  webhookFieldRefusals,
  webhookSecret,
  webhookUrl,
} from '#server/webhooks/rules/webhook.ts';
import { countWebhooks, insertWebhook } from '#server/webhooks/webhooks.ts';
import { webhookObject, webhookOutput } from './webhook-object.ts';

const tooManyWebhooks = () =>
  new ApiError(400, `Store already has ${maxWebhooksPerStore} webhooks, the most there can be`, 'store');

/**
 * `store/add-webhook`: has a store's events delivered to an address. Takes `storeId`, `channel`, `url` (https unless
 * `testMode`, on the public internet, Telegram's with `chat_id`), `events` (at least one; duplicates collapse), `testMode` (whose events: test's
 * or prod's) and optionally `secret` (1 to 256 characters); gives `data.webhook`. A prod webhook needs a prod key.
 * 400 for bad fields and for more than 20 webhooks, 403 unless owner or admin, 404 for a store that is not the
 * merchant's. (decisions.md, "Webhooks".)
 */
export const addWebhook = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'object',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    channel: z.enum(webhookChannels),
    url: webhookUrl(),
    events: webhookEventList(),
    testMode: z.boolean().meta({ description: 'true: told of what happens in test; false: of what happens in prod' }),
    secret: webhookSecret().default(null),
  }),
  output: webhookOutput,
  docs: {
    summary: 'Register an address that a store’s events are delivered to',
    refusals: [
      ...webhookFieldRefusals,
      tooManyWebhooks().when('one more would be too many'),
      { status: 403, message: permissionRefusals.manageWebhooks, when: 'neither owner nor admin' },
      errors.storeNotFound().when('there is no such store, or it is not the merchant’s'),
    ],
    example: {
      storeId: '$storeId',
      channel: 'http',
      url: 'https://example.com/webhooks',
      events: ['order.completed', 'subscription.activated', 'subscription.canceled'],
      testMode: true,
    },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now, settings, requireEnvironment }, { storeId, ...given }) {
    requireDeliverable(given.url, { ...given, privateAddresses: settings.webhookPrivateAddresses });
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requirePermission(store.role, 'manageWebhooks');
    requireEnvironment(environmentOf(given));
    if ((await countWebhooks(tx, store.id)) >= maxWebhooksPerStore) throw tooManyWebhooks();
    const webhook = await insertWebhook(tx, store, given, now);
    // Without the address: for most channels it is as good as a password.
    const { channel, events, testMode } = webhook;
    const event = {
      type: 'webhook.added',
      objectId: webhook.id,
      data: { channel, events, testMode },
      changes: changesBetween(null, webhookFacts(webhook)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { webhook: webhookObject(webhook) };
  },
});
