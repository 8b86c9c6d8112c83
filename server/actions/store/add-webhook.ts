import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shortId } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
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
import { countWebhooks, insertWebhook, newWebhookSecret } from '#server/webhooks/webhooks.ts';
import { webhookObject, webhookOutput } from './webhook-object.ts';

const tooManyWebhooks = () =>
  new ApiError(400, `Store already has ${maxWebhooksPerStore} webhooks, the maximum`, 'store');

/**
 * `store/add-webhook`: registers a URL for a store's events. The URL must be https on the public internet (http if
 * `testMode`); Telegram's needs `chat_id`. `testMode` selects test or prod events, and prod events need a prod key. Without
 * `secret`, an `http` webhook gets a generated one.
 * (decisions.md, "Webhooks")
 */
export const addWebhook = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'object',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({
    storeId: shortId('STO'),
    channel: z.enum(webhookChannels),
    url: webhookUrl(),
    events: webhookEventList(),
    testMode: z.boolean().meta({ description: 'true: receives test events; false: receives prod events' }),
    secret: webhookSecret().optional().meta({
      description: 'Secret shared with the receiver; null for none. Absent: generated for the channel `http`',
    }),
  }),
  output: webhookOutput,
  docs: {
    summary: 'Register a webhook for a store’s events',
    refusals: [
      ...webhookFieldRefusals,
      tooManyWebhooks().when('the store has the maximum number of webhooks'),
      { status: 403, message: permissionRefusals.manageWebhooks, when: 'the caller is neither owner nor admin' },
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
  async run({ tx, caller, environment, actor, now, settings, requireEnvironment }, { storeId, ...fields }) {
    requireDeliverable(fields.url, { ...fields, privateAddresses: settings.webhookPrivateAddresses });
    const store = await lockMemberStore(tx, caller.merchantId, storeId);
    requirePermission(store.role, 'manageWebhooks');
    requireEnvironment(environmentOf(fields));
    if ((await countWebhooks(tx, scopeOfStore(store))) >= maxWebhooksPerStore) throw tooManyWebhooks();
    const generated = fields.channel === 'http' ? newWebhookSecret() : null;
    const secret = fields.secret === undefined ? generated : fields.secret;
    const webhook = await insertWebhook(tx, store, { ...fields, secret }, now);
    // Without the URL, which is a credential for most channels.
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
