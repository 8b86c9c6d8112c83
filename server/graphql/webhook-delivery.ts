/** What webhooks were told, try by try. For merchants only. */

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
import { DateTimeFilter, filterInput, IdFilter, StringFilter } from './filters.ts';
import { addListFields } from './list-fields.ts';
import { readLimit, sortInput } from './listing.ts';
import { WebhookAttemptObject, WebhookDeliveryObject } from './objects.ts';

/** As many as two rounds of retries have. */
const usualAttempts = 14;
/** More than three rounds are nobody's to read in a list. */
const maxAttempts = 20;
/** In KiB: an order's metadata has 16, and its product's as many. */
const maxBodyLength = 32;

/** What belongs to a row that was just read; only the deletion of old deliveries comes between the two. */
function present<Text>(text: Text | null): Text {
  if (text === null) throw errors.deliveryNotFound();
  return text;
}

WebhookAttemptObject.implement({
  description:
    'One request to a receiver, and what it answered. Long bodies are cut, and what lets somebody in is masked.',
  fields: (t) => ({
    attempt: t.exposeInt('attempt', { description: 'Counted from 1' }),
    url: t.string({
      description: 'Where it went; without what can hold a token',
      resolve: ({ channel, url }) => shownAddress(channel, url),
    }),
    requestHeaders: t.field({
      type: 'JSON',
      extensions: { kib: 1 },
      resolve: async ({ id }, _, { loaders }) =>
        shownHeaders(present(await loaders.textOfAttempt.requestHeaders.load(id)).requestHeaders),
    }),
    requestBody: t.string({
      description: 'As it was sent, in the channel’s own form',
      extensions: { kib: maxShownLength / 1024 },
      resolve: async ({ id, channel }, _, { loaders }) =>
        shownRequestBody(channel, present(await loaders.textOfAttempt.requestBody.load(id)).requestBody),
    }),
    responseStatus: t.exposeInt('responseStatus', { nullable: true, description: 'Null: no answer came' }),
    responseHeaders: t.field({
      type: 'JSON',
      nullable: true,
      extensions: { kib: 16 },
      resolve: async ({ id }, _, { loaders }) => {
        const { responseHeaders } = present(await loaders.textOfAttempt.responseHeaders.load(id));
        return responseHeaders && shownHeaders(responseHeaders);
      },
    }),
    responseBody: t.string({
      nullable: true,
      description: 'Its beginning',
      extensions: { kib: maxShownLength / 1024 },
      resolve: async ({ id }, _, { loaders }) => {
        const { responseBody } = present(await loaders.textOfAttempt.responseBody.load(id));
        return responseBody && shownBody(responseBody);
      },
    }),
    isSuccess: t.exposeBoolean('isSuccess'),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    durationMs: t.exposeInt('durationMs'),
  }),
});

WebhookDeliveryObject.implement({
  description: 'One event for one webhook, also for one that has been removed. Kept for 30 days. Times are real ones.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The `id` in the body; the same however often it is sent' }),
    webhookId: t.exposeID('webhookId'),
    storeId: t.id({ resolve: ({ storeId }) => toShortId('STO', storeId) }),
    orderId: t.id({
      nullable: true,
      description: 'Null: a test event, which is about no order',
      resolve: ({ eventId, objectId }) => (eventId === null ? null : toShortId('ORD', objectId)),
    }),
    channel: t.exposeString('channel', { description: 'http, discord, slack, telegram or feishu' }),
    eventId: t.exposeID('eventId', { nullable: true, description: 'Null: a test event' }),
    eventType: t.exposeString('eventType'),
    sequence: t.exposeInt('sequence', {
      description: 'The event’s place among all that happened to its order, as in `X-Webhook-Sequence`',
    }),
    chaos: t.exposeString('chaos', {
      nullable: true,
      description: 'What chaos mode did to it: duplicate, delay, reorder or drop',
    }),
    status: t.exposeString('status', { description: 'pending, success or failed' }),
    attemptCount: t.exposeInt('attempts', { description: 'How often it was sent so far' }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it is sent next; null: it has come to its end',
      resolve: ({ status, nextAttemptAt }) => (status === 'pending' ? nextAttemptAt : null),
    }),
    lastStatus: t.exposeInt('lastStatus', { nullable: true, description: 'What the receiver answered last' }),
    lastError: t.exposeString('lastError', { nullable: true }),
    deliveredAt: t.expose('deliveredAt', { type: 'DateTime', nullable: true }),
    body: t.string({
      description: 'What was told, as JSON in text',
      extensions: { kib: maxBodyLength },
      resolve: async ({ id }, _, { loaders }) => present(await loaders.bodyOfDelivery.load(id)).body,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    attempts: t.field({
      type: [WebhookAttemptObject],
      description: `The newest ones, in the order in which they were made; the newest ${maxStoredAttempts} are kept.`,
      args: { limit: t.arg.int({ defaultValue: usualAttempts, description: `1 to ${maxAttempts}.` }) },
      resolve: async ({ id, channel }, { limit }, { loaders }) => {
        const attempts = await loaders.attemptsOfDelivery(readLimit(limit ?? usualAttempts, maxAttempts)).load(id);
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
