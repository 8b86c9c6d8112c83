/** The reads with `GET`, in the OpenAPI document. */
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import type { JsonSchema } from './json-schema.ts';
import { everyHeader } from './openapi-parts.ts';
import { pascalCase, type SchemaNames } from './openapi-schemas.ts';

const text = (description: string) => ({ type: 'string', description });
const nullable = (description: string) => ({ type: ['string', 'null'], description });
const moment = (description: string) => ({ type: 'string', format: 'date-time', description });
const digest = (description: string) => ({ type: 'string', pattern: '^[0-9a-f]{64}$', description });
const count = (description: string) => ({ type: 'integer', minimum: 0, description });

const parameter = (name: string, schema: object, description: string, required = false) => ({
  name,
  in: 'query',
  required,
  description,
  schema,
});

const storeId = parameter('storeId', { type: 'string' }, '`STO_xxx` or the bare UUID.', true);

function object(id: string, properties: Record<string, JsonSchema>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { id, type: 'object', required, properties };
}

const feedEvent = object(
  'FeedEvent',
  {
    id: { type: 'string', format: 'uuid', description: 'The event’s ID; also `id` in the body.' },
    sequence: count('Counts the events of the store and environment from 1, without gaps.'),
    eventType: { type: 'string', enum: [...webhookEvents] },
    publishedAt: moment('Real time at which the worker gave the sequence.'),
    body: text('The webhook’s payload, as JSON text. The digest covers these bytes.'),
    previousDigest: digest('The digest of the event before; 64 zeros for the first.'),
    digest: digest(
      'SHA-256, in hex, of `<previousDigest>.<sequence>.<bodyDigest>`; `bodyDigest` is the SHA-256 of `body` in hex.',
    ),
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'With `signed`: the headers of a webhook delivery of this event, signed now.',
    },
  },
  ['headers'],
);

const loggedRequest = object('LoggedRequest', {
  id: { type: 'string', format: 'uuid', description: 'The `X-Request-Id` of the response.' },
  environment: nullable('`test` or `prod`; null for a failed signature.'),
  method: text('The HTTP method.'),
  path: text('The path, without the query.'),
  callerKind: text('How the caller authenticated.'),
  status: { type: 'integer', description: 'The HTTP status.' },
  durationMs: count('The duration in milliseconds.'),
  replayed: { type: 'boolean', description: 'Whether the response was repeated for an idempotency key.' },
  error: nullable('The first error’s message.'),
  hint: nullable('The first hint of the errors.'),
  createdAt: moment('When the request arrived.'),
});

interface Read {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly object[];
  readonly data: JsonSchema;
}

function readOperation(names: SchemaNames, { data, description, ...described }: Read) {
  const body = object(`${pascalCase(described.operationId)}Response`, { data });
  return {
    get: {
      ...described,
      description: `${description} An API key with limited scopes needs \`read\`.`,
      tags: ['service'],
      security: [{ merchantId: [], timestamp: [], signature: [] }],
      responses: {
        200: {
          description: 'Found.',
          headers: everyHeader,
          content: { 'application/json': { schema: names.add('Response', body) } },
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  };
}

/** The paths of the signed reads. */
export const readPaths = (names: SchemaNames) => ({
  '/v1/events': readOperation(names, {
    operationId: 'listEvents',
    summary: 'Webhook events without webhooks',
    description:
      'All webhook events of a store in the key’s environment, in order, whether or not a webhook exists. Pass `cursor` of the last response as `after`. Each event carries the digest of the one before, so that a consumer can prove that it missed none. The signature covers path and query as they are sent, with an empty body.',
    parameters: [
      storeId,
      parameter(
        'after',
        { type: 'integer', minimum: 0, default: 0 },
        'The sequence of the last event that you have. A value beyond the last event is refused.',
      ),
      parameter(
        'limit',
        { type: 'integer', minimum: 1, maximum: 100 },
        'The number of events; 100 by default. With `signed` at most 25, also by default.',
      ),
      parameter(
        'wait',
        { type: 'integer', minimum: 0, maximum: 25, default: 0 },
        'Seconds to wait if there is no event yet. A key has at most 8 waiting calls; more are refused with 429.',
      ),
      parameter('signed', { type: 'boolean', default: false }, 'Adds the headers of a webhook delivery to each event.'),
    ],
    data: object('EventPage', {
      environment: { type: 'string', enum: ['test', 'prod'], description: 'The key’s environment.' },
      events: { type: 'array', items: feedEvent, maxItems: 100 },
      cursor: count('The next `after`.'),
      lastSequence: count('The sequence of the last event at the time of the call.'),
    }),
  }),
  '/v1/requests': readOperation(names, {
    operationId: 'listRequests',
    summary: 'Request log of a store',
    description:
      'The API calls of the last 30 days in the key’s environment, newest first, as in the dashboard but without bodies. The store’s owner also gets calls that concern no store. Successful calls of `/v1/events` and `/v1/requests` are not logged. The signature covers path and query as they are sent, with an empty body.',
    parameters: [
      storeId,
      parameter('before', { type: 'string', format: 'uuid' }, 'Only calls before this one.'),
      parameter('limit', { type: 'integer', minimum: 1, maximum: 100, default: 50 }, 'The number of calls.'),
    ],
    data: object('RequestPage', { requests: { type: 'array', items: loggedRequest, maxItems: 100 } }),
  }),
});
