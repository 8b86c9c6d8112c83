import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { shownId, shownMoment, shownUuid } from '#server/domain/fields.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { ActionContext } from '#server/platform/action.ts';
import { permissionRefusals, requirePermission } from '#server/stores/rules/roles.ts';
import { webhookChannels } from '#server/webhooks/rules/webhook.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { lockMemberWebhook, type Webhook } from '#server/webhooks/webhooks.ts';

type Context = Pick<ActionContext<'apiKey' | 'dashboard'>, 'tx' | 'caller' | 'environment'>;

const share = () => z.int().min(0).max(100);

/** A webhook's state, as returned by the endpoints that act on it. Without URL and secret. */
export const shownState = z
  .object({
    id: shownUuid(),
    storeId: shownId('STO'),
    channel: z.enum(webhookChannels),
    events: z.array(z.enum(webhookEvents)),
    testMode: z.boolean(),
    chaos: z
      .object({ duplicate: share(), delay: share(), reorder: share(), drop: share() })
      .meta({ schemaName: 'WebhookChaos' })
      .nullable()
      .meta({ description: 'Chaos mode’s shares in whole percent; null: off' }),
    failingSince: shownMoment()
      .nullable()
      .meta({ description: 'When the current series of failures began; null: the last attempt succeeded' }),
    pausedAt: shownMoment().nullable().meta({ description: 'When it was paused; null: not paused' }),
    updatedAt: shownMoment(),
  })
  .meta({ schemaName: 'WebhookState' });

/** The webhook in a response. */
export const stateOf = ({ id, storeId, channel, events, testMode, chaos, ...webhook }: Webhook) => ({
  id,
  storeId: toShortId('STO', storeId),
  channel,
  events: [...events],
  testMode,
  chaos,
  failingSince: webhook.failingSince?.toISOString() ?? null,
  pausedAt: webhook.pausedAt?.toISOString() ?? null,
  updatedAt: webhook.updatedAt.toISOString(),
});

/**
 * The webhook that the caller may manage, with its store locked. 404 for another merchant's and for one of the other
 * environment, 403 for a member.
 */
export async function lockManagedWebhook({ tx, caller, environment }: Context, id: string): Promise<Webhook> {
  const { store, webhook } = await lockMemberWebhook(tx, caller.merchantId, id);
  if (webhook.testMode !== (environment === 'test')) throw errors.webhookNotFound();
  requirePermission(store.role, 'manageWebhooks');
  return webhook;
}

/** Refusals of every webhook endpoint. */
export const webhookRefusals = [
  { status: 403, message: permissionRefusals.manageWebhooks, when: 'the caller is neither owner nor admin' },
  errors.webhookNotFound().when('there is no such webhook in this environment, or it is not the merchant’s'),
] as const;
