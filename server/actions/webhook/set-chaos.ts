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
 * `webhook/set-chaos`: has a share of a test webhook's deliveries sent twice, late, out of order or not at all, so that
 * merchants see what their handlers make of it. Takes `id` and `duplicate`, `delay`, `reorder`, `drop`, whole percent; one
 * that is left out is 0, and with all at 0 chaos mode is off. Gives `data.webhook`. 400 for other numbers, a sum above 100 and
 * prod; 403 unless owner or admin, 404 for a webhook that is not of the merchant's stores in this environment.
 */
export const setChaos = defineAction({
  callers: ['apiKey', 'dashboard'],
  scope: 'environment',
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
    summary: 'Upset a test webhook’s deliveries on purpose, to see what your handler makes of it',
    refusals: [
      { status: 400, message: `Invalid <field>: ${chaosRefusals.share}`, when: 'a share is anything else' },
      { status: 400, message: chaosRefusals.testOnly, when: 'the key, or the dashboard, is of prod' },
      { status: 400, message: chaosRefusals.sum, when: 'they are more than all deliveries' },
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
