/** Data of the webhook guide: events, chat channels, retries and an example. */
import type { WebhookChannel } from '#server/webhooks/rules/webhook.ts';
import { webhookBodies } from '#server/webhooks/rules/webhook-body.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import { webhookEventDefinition } from '#server/webhooks/rules/webhook-events.ts';
import { sampleBody } from '#server/webhooks/rules/webhook-sample.ts';
import { type JsonSchema, responseSchemaOf } from './json-schema.ts';
import { sampleValue } from './placeholders.ts';

/** The schema of each event's `data`. */
const dataOf = new Map<WebhookEvent, JsonSchema>(
  webhookBodies.map(({ eventType, schema }) => [eventType, responseSchemaOf(schema).properties?.data ?? {}]),
);
const fieldsOf = (event: WebhookEvent): JsonSchema => dataOf.get(event) ?? {};
const namesOf = (schema: JsonSchema): string[] => Object.keys(schema.properties ?? {});

/** The fields of a schema whose names match. */
const part = ({ properties = {}, required = [] }: JsonSchema, passes: (name: string) => boolean): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => passes(name))),
  required: required.filter(passes),
});

/** The order fields, common to all events. */
const ofOrder = part(fieldsOf('order.completed'), (name) =>
  [...dataOf.values()].every((schema) => namesOf(schema).includes(name)),
);
const beyondOrder = (event: WebhookEvent): JsonSchema =>
  part(fieldsOf(event), (name) => !namesOf(ofOrder).includes(name));

/** Groups of `data` fields. An event has all fields of a group or none. */
export const fieldGroups = [
  { name: 'order', schema: ofOrder },
  { name: 'payment', schema: beyondOrder('order.completed') },
  { name: 'subscription', schema: beyondOrder('subscription.canceled') },
  {
    name: 'plan change',
    schema: part(fieldsOf('subscription.plan_changed'), (name) => name === 'planChange'),
  },
  { name: 'refund', schema: beyondOrder('refund.succeeded') },
] as const;

export interface DocumentedEvent {
  readonly name: WebhookEvent;
  readonly when: string;
  /** The field groups of the event, besides the order's. */
  readonly fields: readonly string[];
}

/** All events. */
export const documentedEvents: readonly DocumentedEvent[] = webhookBodies.map(({ eventType }) => {
  const own = namesOf(fieldsOf(eventType));
  const has = ({ schema }: { schema: JsonSchema }) => namesOf(schema).every((name) => own.includes(name));
  const fields = fieldGroups.filter((group) => group.name !== 'order' && has(group)).map(({ name }) => name);
  return { name: eventType, when: webhookEventDefinition(eventType).occasion, fields };
});

/** The URL and secret of each chat channel. */
export const chatChannels: Readonly<Record<Exclude<WebhookChannel, 'http'>, string>> = {
  discord: 'URL from “Copy Webhook URL”. Posts an embed without mentions.',
  slack: 'URL of an incoming webhook. Posts plain text blocks.',
  telegram:
    '`https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>` of your bot, or the chat as the webhook’s `secret`. Add `&message_thread_id=` for a topic.',
  feishu: 'URL of a custom bot, also in Lark. If the bot verifies signatures, use its key as the webhook’s `secret`.',
};

/** The delays between delivery attempts. (decisions.md, "Webhooks".) */
export const retryPauses: readonly string[] = [
  '30 seconds',
  '2 minutes',
  '10 minutes',
  '1 hour',
  '6 hours',
  '24 hours',
];

/** An example request with an indented body. */
export const exampleRequest = {
  headers: [
    'POST /your/receiver HTTP/1.1',
    'Content-Type: application/json',
    'User-Agent: Counterfoil-Webhooks/1',
    'X-Webhook-Id: 0199a1f2-7c40-7d3a-9b1e-2f5c8d6e4a10',
    'X-Webhook-Event: order.completed',
    'X-Webhook-Sequence: 4',
    'X-Webhook-Key-Id: 01997d3a-2b10-7c55-8f00-6b1f0e9c2d41',
    'X-Webhook-Signature: t=1790000000250,v1=c2lnbmF0dXJlIGlu…',
    'webhook-id: 0199a1f2-7c40-7d3a-9b1e-2f5c8d6e4a10',
    'webhook-timestamp: 1790000000',
    'webhook-signature: v1,c2lnbmF0dXJlIG9m…',
  ].join('\n'),
  body: JSON.stringify(
    sampleBody('order.completed', {
      id: '0199a1f2-7c40-7d3a-9b1e-2f5c8d6e4a10',
      timestamp: '2026-09-21T14:13:19.412Z',
      storeId: sampleValue('storeId'),
      storeName: 'Kettle & Crema',
      mode: 'test',
    }),
    null,
    2,
  ),
} as const;
