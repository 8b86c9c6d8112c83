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

/** How a webhook is: what the endpoints answer with that do something with it. Its address and its secret are not shown. */
export const shownState = z
  .object({
    id: shownUuid(),
    storeId: shownId('STO'),
    channel: z.enum(webhookChannels),
    events: z.array(z.enum(webhookEvents)),
    testMode: z.boolean(),
    chaos: z
      .object({ duplicate: share(), delay: share(), reorder: share(), drop: share() })
      .nullable()
      .meta({ description: 'What is done to its deliveries on purpose, whole percent; null: nothing' }),
    failingSince: shownMoment()
      .nullable()
      .meta({ description: 'Since when every attempt has failed; null: the last did not' }),
    pausedAt: shownMoment().nullable().meta({ description: 'Since when nothing is sent there; null: it is in use' }),
    updatedAt: shownMoment(),
  })
  .meta({ id: 'WebhookState' });

/** The webhook of a response. */
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
 * The webhook that the caller may manage, its store locked. 404 for another's, and for one that hears of the other
 * environment: a test key does nothing in prod. 403 for a mere member.
 */
export async function lockManagedWebhook({ tx, caller, environment }: Context, id: string): Promise<Webhook> {
  const { store, webhook } = await lockMemberWebhook(tx, caller.merchantId, id);
  if (webhook.testMode !== (environment === 'test')) throw errors.webhookNotFound();
  requirePermission(store.role, 'manageWebhooks');
  return webhook;
}

/** What each of those endpoints refuses. */
export const webhookRefusals = [
  { status: 403, message: permissionRefusals.manageWebhooks, when: 'neither owner nor admin' },
  errors.webhookNotFound().when('there is no such webhook in this environment, or it is not the merchant’s'),
] as const;
