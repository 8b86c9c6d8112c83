import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { changesBetween } from '#server/domain/changes.ts';
import { ApiError } from '#server/domain/errors.ts';
import { uuid } from '#server/domain/fields.ts';
import { webhookFacts } from '#server/events/audit/rules/audit-facts.ts';
import { defineAction, refuseWithoutMerchant } from '#server/platform/action.ts';
import { chaosRefusals, chaosShare, readChaos } from '#server/webhooks/rules/chaos.ts';
import { recordWebhookEvent, updateWebhook } from '#server/webhooks/webhooks.ts';
import { lockManagedWebhook, shownState, stateOf, webhookRefusals } from './webhook-object.ts';

/**
 * `webhook/set-chaos`: duplicates, delays, reorders or drops a share of a test webhook's deliveries, so that merchants
 * can test their handlers. Shares are whole percent; absent ones are 0, and all at 0 switches chaos mode off.
 */
export const setChaos = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'store',
  input: z.object({
    id: uuid(),
    duplicate: chaosShare('duplicate'),
    delay: chaosShare('delay'),
    reorder: chaosShare('reorder'),
    drop: chaosShare('drop'),
  }),
  output: z.object({ webhook: shownState }),
  docs: {
    summary: 'Duplicate, delay, reorder or drop a test webhook’s deliveries to test your handler',
    refusals: [
      {
        status: 400,
        message: `Invalid <field>: ${chaosRefusals.share}`,
        when: 'a share is not a whole number from 0 to 100',
      },
      { status: 400, message: chaosRefusals.testOnly, when: 'the call is made in prod' },
      { status: 400, message: chaosRefusals.sum, when: 'the shares add up to more than 100' },
      ...webhookRefusals,
    ],
    example: { id: '$webhookId', duplicate: 20, delay: 10, reorder: 10, drop: 5 },
  },
  refuseCaller: refuseWithoutMerchant,
  async run(context, { id, ...shares }) {
    const { tx, environment, actor, now } = context;
    if (environment !== 'test') throw new ApiError(400, chaosRefusals.testOnly, 'store');
    const chaos = readChaos(shares);
    const webhook = await lockManagedWebhook(context, id);
    if (isDeepStrictEqual(webhook.chaos, chaos)) return { webhook: stateOf(webhook) };
    const saved = await updateWebhook(tx, webhook, { chaos }, now);
    const changes = changesBetween(webhookFacts(webhook), webhookFacts(saved));
    await recordWebhookEvent(tx, saved, { environment, actor, type: 'webhook.chaos_set', data: shares, changes }, now);
    return { webhook: stateOf(saved) };
  },
});
