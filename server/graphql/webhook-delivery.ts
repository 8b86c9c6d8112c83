/** Webhook deliveries and their attempts, for merchants only. */

import { errors } from '#server/domain/errors.ts';
import { toShortId } from '#server/domain/ids.ts';
import { countDeliveries, listDeliveries } from '#server/webhooks/data/webhook-delivery-lists.ts';
import { maxStoredAttempts } from '#server/webhooks/rules/webhook-delivery.ts';
import {
  maxShownLength,
  shownAddress,
  shownBody,
  shownHeaders,
  shownRequestBody,
} from '#server/webhooks/rules/webhook-log.ts';
import type { Loaders } from './context.ts';
import { shortId, timeOrNull } from './field-options.ts';
import { DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { readLimit, sortInput } from './listing.ts';
import { WebhookAttemptObject, WebhookDeliveryObject } from './objects.ts';

/** Two rounds of retries. */
const defaultAttempts = 14;
/** Three rounds of retries. */
const maxAttempts = 20;
/** In KiB: 16 for the order's metadata and 16 for its product's. */
const maxBodyLength = 32;

const lastAttemptOf = async ({ id }: { readonly id: string }, { attemptsOfDelivery }: Loaders) =>
  (await attemptsOfDelivery(1).load(id))[0];

/** Requires the text of a row that was just read. It is missing only if the delivery was deleted meanwhile. */
function present<Text>(text: Text | null): Text {
  if (text === null) throw errors.deliveryNotFound();
  return text;
}

WebhookAttemptObject.implement({
  description: 'One request to a receiver and its response. Long bodies are cut, and credentials are masked.',
  fields: (t) => ({
    attempt: t.exposeInt('attempt', { description: 'Counted from 1.' }),
    url: t.string({
      description: 'The receiver’s URL, without parts that may contain a token.',
      resolve: ({ channel, url }) => shownAddress(channel, url),
    }),
    requestHeaders: t.field({
      description: 'The request’s headers by name.',
      type: 'JSON',
      extensions: { kib: 1 },
      resolve: async ({ id }, _, { loaders }) =>
        shownHeaders(present(await loaders.textOfAttempt.requestHeaders.load(id)).requestHeaders),
    }),
    requestBody: t.string({
      description: 'The body as sent, in the channel’s own form.',
      extensions: { kib: maxShownLength / 1024 },
      resolve: async ({ id, channel }, _, { loaders }) =>
        shownRequestBody(channel, present(await loaders.textOfAttempt.requestBody.load(id)).requestBody),
    }),
    responseStatus: t.exposeInt('responseStatus', {
      description: 'The HTTP status; null: no response.',
      nullable: true,
    }),
    responseHeaders: t.field({
      description: 'The response’s headers by name; null: no response.',
      type: 'JSON',
      nullable: true,
      extensions: { kib: 16 },
      resolve: async ({ id }, _, { loaders }) => {
        const { responseHeaders } = present(await loaders.textOfAttempt.responseHeaders.load(id));
        return responseHeaders && shownHeaders(responseHeaders);
      },
    }),
    responseBody: t.string({
      description: 'The start of the response’s body; null: no response.',
      nullable: true,
      extensions: { kib: maxShownLength / 1024 },
      resolve: async ({ id }, _, { loaders }) => {
        const { responseBody } = present(await loaders.textOfAttempt.responseBody.load(id));
        return responseBody && shownBody(responseBody);
      },
    }),
    isSuccess: t.exposeBoolean('isSuccess', { description: 'Whether the receiver accepted it.' }),
    error: t.exposeString('error', { description: 'Why it failed; null: it succeeded.', nullable: true }),
    startedAt: t.expose('startedAt', { description: 'When the request began, in real time.', type: 'DateTime' }),
    durationMs: t.exposeInt('durationMs', { description: 'The duration in milliseconds.' }),
  }),
});

WebhookDeliveryObject.implement({
  description: 'One event for one webhook, also for a deleted one. Stored for 30 days. Times are real.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `id` in the body, the same for every attempt.' }),
    webhookId: t.exposeID('webhookId', { description: 'The webhook’s UUID.' }),
    storeId: t.id(shortId('STO', 'storeId', 'The store, `STO_xxx`.')),
    orderId: t.id({
      description: 'The related order, `ORD_xxx`; null: a test event.',
      nullable: true,
      resolve: ({ eventId, objectId }) => (eventId === null ? null : toShortId('ORD', objectId)),
    }),
    channel: t.exposeString('channel', { description: 'http, discord, slack, telegram or feishu.' }),
    eventId: t.exposeID('eventId', { description: 'The event’s UUID; null: a test event.', nullable: true }),
    eventType: t.exposeString('eventType', { description: 'The type of event, such as `order.completed`.' }),
    sequence: t.exposeInt('sequence', {
      description: 'The event’s number among the events of its order, counted from 1, as in `X-Webhook-Sequence`.',
    }),
    chaos: t.exposeString('chaos', {
      description: 'The effect of chaos mode: duplicate, delay, reorder or drop; null: nothing.',
      nullable: true,
    }),
    status: t.exposeString('status', { description: 'pending, success or failed.' }),
    attemptCount: t.exposeInt('attempts', { description: 'The number of attempts so far.' }),
    nextAttemptAt: t.field({
      description: 'When it is sent next; null: no further attempt.',
      type: 'DateTime',
      nullable: true,
      resolve: ({ status, nextAttemptAt }) => (status === 'pending' ? nextAttemptAt : null),
    }),
    lastStatus: t.exposeInt('lastStatus', {
      description: 'The HTTP status of the last response; null: no response.',
      nullable: true,
    }),
    lastError: t.exposeString('lastError', {
      description: 'Why the last attempt failed; null: it succeeded.',
      nullable: true,
    }),
    deliveredAt: t.expose('deliveredAt', timeOrNull('When it succeeded; null: not delivered.')),
    body: t.string({
      description: 'The payload, as JSON text.',
      extensions: { kib: maxBodyLength },
      resolve: async ({ id }, _, { loaders }) => present(await loaders.bodyOfDelivery.load(id)).body,
    }),
    payload: t.string({
      description: 'The same as `body`.',
      extensions: { kib: maxBodyLength },
      resolve: async ({ id }, _, { loaders }) => present(await loaders.bodyOfDelivery.load(id)).body,
    }),
    webhookUrl: t.string({
      description:
        'The URL of the last attempt, or of the webhook; without parts that may contain a token. Null: deleted before an attempt.',
      nullable: true,
      extensions: { kib: 2 },
      resolve: async (delivery, _, { loaders }) => {
        const { channel, storeId, webhookId } = delivery;
        const webhook = (await loaders.webhooksOfStore.load(storeId)).find(({ id }) => id === webhookId);
        const url = (await lastAttemptOf(delivery, loaders))?.url ?? webhook?.url;
        return url === undefined ? null : shownAddress(channel, url);
      },
    }),
    httpStatus: t.exposeInt('lastStatus', { description: 'The same as `lastStatus`.', nullable: true }),
    responseBody: t.string({
      description: 'The start of the last response’s body; null: no response.',
      nullable: true,
      extensions: { kib: maxShownLength / 1024 },
      resolve: async (delivery, _, { loaders }) => {
        const attempt = await lastAttemptOf(delivery, loaders);
        const text = attempt && (await loaders.textOfAttempt.responseBody.load(attempt.id));
        return text?.responseBody ? shownBody(text.responseBody) : null;
      },
    }),
    lastAttemptedAt: t.field({
      description: 'When the last attempt began; null: no attempt.',
      type: 'DateTime',
      nullable: true,
      resolve: async (delivery, _, { loaders }) => (await lastAttemptOf(delivery, loaders))?.startedAt ?? null,
    }),
    createdAt: t.expose('createdAt', { description: 'When it was created.', type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { description: 'When it last changed.', type: 'DateTime' }),
    attempts: t.field({
      type: [WebhookAttemptObject],
      description: `The newest attempts in chronological order. The newest ${maxStoredAttempts} are stored.`,
      args: {
        limit: t.arg.int({ defaultValue: defaultAttempts, description: `The maximum number, 1 to ${maxAttempts}.` }),
      },
      resolve: async ({ id, channel }, { limit }, { loaders }) => {
        const attempts = await loaders.attemptsOfDelivery(readLimit(limit ?? defaultAttempts, maxAttempts)).load(id);
        return attempts.map((attempt) => ({ ...attempt, channel }));
      },
    }),
  }),
});

const WebhookDeliveryFilter = filterInput('WebhookDelivery', {
  id: IdFilter,
  webhookId: IdFilter,
  orderId: IdFilter,
  storeId: IdFilter,
  eventId: IdFilter,
  eventType: StringFilter,
  channel: StringFilter,
  status: StringFilter,
  createdAt: DateTimeFilter,
  updatedAt: DateTimeFilter,
});

addListFields({
  list: 'webhookDeliveries',
  type: WebhookDeliveryObject,
  filter: WebhookDeliveryFilter,
  sort: sortInput('WebhookDelivery', ['createdAt', 'updatedAt']),
  ids: { id: 'UUID', webhookId: 'UUID', eventId: 'UUID', orderId: 'ORD', storeId: 'STO' },
  scope: ({ merchantsScope }) => merchantsScope(),
  rows: listDeliveries,
  count: countDeliveries,
  single: { name: 'webhookDelivery', find: (id, { loaders }) => loaders.delivery.load(id) },
});
