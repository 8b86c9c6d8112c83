import { z } from 'zod';
import { ApiError, errors } from '#server/domain/errors.ts';
import { shownMoment, uuid } from '#server/domain/fields.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { momentField } from '#server/stores/rules/test-clock.ts';
import { countResendable, sendDeliveriesAgain } from '#server/webhooks/webhook-resends.ts';
import { lockMemberWebhook, recordWebhookEvent } from '#server/webhooks/webhooks.ts';

/** The most deliveries that one transaction reschedules quickly. */
const maxPerCall = 5000;
const noRange = errors.missingField('from', 'store').message;
const noTime = 'Invalid to: must be later than from';

/**
 * `webhook-delivery/send-again-all`: resends a webhook's failed deliveries, or with `status: "all"` all deliveries of a
 * time range. `from` and `to` refer to when the deliveries were created; `to` is exclusive. At most 5,000 per call:
 * `next` is the `from` of the next call. Deliveries of one object keep their order, pending ones are left alone, and
 * `dryRun` only counts.
 */
export const sendAgainAll = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({
    webhookId: uuid(),
    status: z
      .enum(['failed', 'all'])
      .default('failed')
      .meta({ description: '`failed`, or `all` deliveries; `all` requires `from`' }),
    from: momentField('from')
      .optional()
      .meta({ description: 'Start of the range, inclusive; defaults to the oldest stored delivery' }),
    to: momentField('to').optional().meta({ description: 'End of the range, exclusive; defaults to now' }),
    dryRun: z.boolean().default(false).meta({ description: 'Only counts the deliveries' }),
  }),
  output: z.object({
    count: z.int(),
    next: shownMoment().nullable().meta({ description: 'The `from` of the next call; null: no more deliveries' }),
  }),
  docs: {
    summary: 'Resend a webhook’s failed deliveries, or all of a time range',
    refusals: [
      { status: 400, message: noRange, when: '`status` is `all` and `from` is absent' },
      { status: 400, code: 'invalid_field', message: noTime, when: '`from` is not before `to`' },
      { status: 403, message: permissionRefusals.manageWebhooks, when: 'the caller is neither owner nor admin' },
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
    const { count, next } = await sendDeliveriesAgain(tx, webhook, { ...choice, limit: maxPerCall }, now);
    if (count > 0) {
      const data = { status, from: from?.toISOString() ?? null, to: to?.toISOString() ?? null, count };
      await recordWebhookEvent(tx, webhook, { environment, actor, type: 'webhook.deliveries_sent_again', data }, now);
    }
    return { count, next: next?.toISOString() ?? null };
  },
});
