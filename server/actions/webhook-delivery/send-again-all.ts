import { z } from 'zod';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shownMoment, uuid } from '#server/domain/fields.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { givenMoment } from '#server/stores/rules/test-clock.ts';
import { countResendable, sendDeliveriesAgain } from '#server/webhooks/webhook-resends.ts';
import { lockMemberWebhook, recordWebhookEvent } from '#server/webhooks/webhooks.ts';

/** As many as one transaction makes due in a moment. */
const maxAtOnce = 5000;
const noRange = errors.missingField('from', 'store').message;
const noTime = 'Invalid to: must be later than from';

/**
 * `webhook-delivery/send-again-all`: sends again what a webhook has failed to take, or with `status: "all"` whatever it was
 * told in a stretch of time. Takes `webhookId` and optionally `status` (`failed` unless told otherwise; `all` needs `from`),
 * `from` and `to` (when the deliveries were made; `to` is not part of it) and `dryRun`. Gives `count`, and `next`: where more
 * than 5,000 were chosen, the `from` of the next call. Deliveries of one object keep their order. What waits already is left
 * alone. With `dryRun` nothing is sent, and `count` is of all. 400 for bad fields, 403 unless owner or admin, 404 for a
 * webhook that is not of the merchant's stores in this environment.
 */
export const sendAgainAll = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  layer: 'store',
  input: z.object({
    webhookId: uuid(),
    status: z
      .enum(['failed', 'all'])
      .default('failed')
      .meta({ description: '`failed`, or `all` that were told; `all` needs `from`' }),
    from: givenMoment('from')
      .optional()
      .meta({ description: 'The first moment; absent: as far back as they are kept' }),
    to: givenMoment('to')
      .optional()
      .meta({ description: 'The first moment that is no longer part of it; absent: now' }),
    dryRun: z.boolean().default(false).meta({ description: 'Only says how many that would be' }),
  }),
  output: z.object({
    count: z.int(),
    next: shownMoment().nullable().meta({ description: 'The `from` of the next call; null: that was all' }),
  }),
  docs: {
    summary: 'Send again all that a webhook failed to take, or all of a stretch of time',
    refusals: [
      { status: 400, message: noRange, when: '`status` is `all`, and nothing says since when' },
      { status: 400, message: noTime, when: 'there is no time between the two' },
      { status: 403, message: permissionRefusals.manageWebhooks, when: 'neither owner nor admin' },
      errors.webhookNotFound().when('there is no such webhook in this environment, or it is not the merchant’s'),
    ],
    example: { webhookId: '$webhookId', status: 'failed', from: '2026-11-20T00:00:00Z', dryRun: true },
  },
  refuseCaller: refuseWithoutMerchant,
  async run({ tx, caller, environment, actor, now }, { webhookId, dryRun, ...choice }) {
    const { status, from, to } = choice;
    if (status === 'all' && !from) throw errors.missingField('from', 'store');
    if (from && to && from >= to) throw new ApiError(400, noTime, 'store', { code: 'invalid_field', path: 'to' });
    const { store, webhook } = await lockMemberWebhook(tx, caller.merchantId, webhookId);
    if (webhook.testMode !== (environment === 'test')) throw errors.webhookNotFound();
    requirePermission(store.role, 'manageWebhooks');
    if (dryRun) return { count: await countResendable(tx, webhook, choice), next: null };
    const { count, next } = await sendDeliveriesAgain(tx, webhook, { ...choice, limit: maxAtOnce }, now);
    if (count > 0) {
      const data = { status, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, count };
      await recordWebhookEvent(tx, webhook, { environment, actor, type: 'webhook.deliveries_sent_again', data }, now);
    }
    return { count, next: next?.toISOString() ?? null };
  },
});
