import { z } from 'zod';
import { changedFields, changesBetween, isUnchanged } from '#server/domain/changes.ts';
import { errors } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { recordEvent } from '#server/events/data/events.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import {
  environmentOf,
  requireDeliverable,
  webhookEventList,
  webhookFieldRefusals,
  webhookSecret,
  webhookUrl,
} from '#server/webhooks/rules/webhook.ts';
import { lockMemberWebhook, updateWebhook as saveWebhook } from '#server/webhooks/webhooks.ts';
import { webhookObject, webhookOutput } from './webhook-object.ts';

/**
 * `store/update-webhook`: changes the given fields of a webhook. Channel and testMode cannot change. (decisions.md,
 * "Webhooks")
 */
export const updateWebhook = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'object',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({
    id: uuid(),
    url: webhookUrl().optional(),
    events: webhookEventList().optional(),
    secret: webhookSecret().optional(),
  }),
  isUpdate: true,
  output: webhookOutput,
  docs: {
    summary: 'Update the given fields of a webhook',
    refusals: [
      ...webhookFieldRefusals,
      { status: 403, message: permissionRefusals.manageWebhooks, when: 'the caller is neither owner nor admin' },
      errors.webhookNotFound().when('there is no such webhook, or it is not the merchant’s'),
    ],
    example: { id: '$webhookId', events: ['order.completed', 'refund.succeeded'] },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now, settings, requireEnvironment }, { id, ...fields }) {
    const { store, webhook } = await lockMemberWebhook(tx, caller.merchantId, id);
    requirePermission(store.role, 'manageWebhooks');
    requireEnvironment(environmentOf(webhook));
    const { url = webhook.url, secret = webhook.secret } = fields;
    const namesChat = webhook.channel === 'telegram' && fields.secret !== undefined;
    if (fields.url !== undefined || namesChat) {
      requireDeliverable(url, { ...webhook, secret, privateAddresses: settings.webhookPrivateAddresses });
    }
    const changes = changedFields(webhook, fields);
    if (isUnchanged(changes)) return { webhook: webhookObject(webhook) };
    const saved = await saveWebhook(tx, webhook, changes, now);
    const event = {
      type: 'webhook.updated',
      objectId: webhook.id,
      data: { changed: Object.keys(changes), testMode: webhook.testMode },
      changes: changesBetween(webhookFacts(webhook), webhookFacts(saved, webhook)),
    } as const;
    await recordEvent(tx, { merchantId: store.merchantId, storeId: store.id, environment, actor, ...event }, now);
    return { webhook: webhookObject(saved) };
  },
});
