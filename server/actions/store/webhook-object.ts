import { z } from 'zod';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import { webhookChannels } from '#server/webhooks/rules/webhook.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import type { Webhook } from '#server/webhooks/webhooks.ts';

/** `data` of the endpoints that return a webhook. */
export const webhookOutput = z.object({
  webhook: z
    .object({
      id: shownUuid(),
      storeId: shownId('STO'),
      channel: z.enum(webhookChannels),
      url: z.string(),
      events: z.array(z.enum(webhookEvents)),
      testMode: z.boolean().meta({ description: 'true: receives test events; false: receives prod events' }),
      secret: z.string().nullable(),
      createdAt: shownMoment(),
      updatedAt: shownMoment(),
    })
    .meta({ schemaName: 'Webhook' }),
});

/** The webhook in a response. (decisions.md, "Webhooks") */
export const webhookObject = ({ id, channel, url, testMode, secret, ...webhook }: Webhook) => ({
  id,
  storeId: toShortId('STO', webhook.storeId),
  channel,
  url,
  events: [...webhook.events],
  testMode,
  secret,
  createdAt: webhook.createdAt.toISOString(),
  updatedAt: webhook.updatedAt.toISOString(),
});
