/** GET /v1/openapi.json: the API in OpenAPI 3.1, made of what the actions say of themselves. */

import { toShortId } from '#server/domain/ids.ts';
import type { Settings } from '#server/platform/settings.ts';
import { webhookBodies } from '#server/webhooks/rules/webhook-body.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import { sampleBody } from '#server/webhooks/rules/webhook-sample.ts';
import { callerTitles, type Endpoint, endpoints, notesOn, type PublicCallerKind, resources } from './endpoints.ts';
import { type JsonSchema, responseSchemaOf } from './json-schema.ts';
import { components, errorHeaders, reference, successHeaders } from './openapi-parts.ts';
import { pathsBesideActions } from './openapi-service-paths.ts';
import { fillIn, sampleValue } from './placeholders.ts';
import { type DocumentedRefusal, gatewayRefusals } from './refusals.ts';

const documents = new WeakMap<Settings, string>();

/** The document as text; made once in this process. */
export function openApiText(settings: Settings): string {
  const made = documents.get(settings) ?? JSON.stringify(openApiDocument(settings));
  documents.set(settings, made);
  return made;
}

/** The document: every endpoint that an API key, a store slug or a session token may call. */
export function openApiDocument(settings: Settings) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Counterfoil',
      version: 'v1',
      summary: 'Sell one-time products and subscriptions from a service you host yourself.',
      description: `The guide to this API, with signing explained step by step, is at ${settings.appUrl}/docs.`,
    },
    servers: [{ url: settings.appUrl }],
    tags: [
      ...resources().map(({ name, title, about }) => ({ name, description: about ? `${title}. ${about}` : title })),
      { name: 'service', description: 'The service itself, and queries.' },
      { name: 'webhook deliveries', description: 'What your webhooks are told.' },
    ],
    paths: {
      ...Object.fromEntries(endpoints().map((endpoint) => [endpoint.path, { post: operationOf(endpoint) }])),
      ...pathsBesideActions,
    },
    webhooks: Object.fromEntries(webhookBodies.map((one) => [one.eventType, { post: deliveryOf(one) }])),
    components: {
      ...components,
      schemas: {
        ...components.schemas,
        ...Object.fromEntries(endpoints().flatMap(namedSchemasOf)),
      },
      examples: Object.fromEntries(gatewayRefusals.map((refusal, index) => [gatewayName(index), exampleOf(refusal)])),
    },
  };
}

/** What a store's webhook is told, and what it has to answer. */
const deliveryOf = ({ eventType, schema }: (typeof webhookBodies)[number]) => ({
  operationId: operationIdOf('webhook', eventType.replaceAll(/[._]/g, '-')),
  tags: ['webhook deliveries'],
  summary: eventType,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: responseSchemaOf(schema), example: exampleBody(eventType) } },
  },
  responses: { '2XX': { description: 'Taken, within 10 seconds. Anything else is tried again; 410 is not.' } },
});

/** As the sample store of the reference would be told it. */
const exampleBody = (eventType: WebhookEvent) =>
  sampleBody(eventType, {
    id: '019aa5c1-7a00-7000-8000-000000000001',
    eventId: '019aa5c1-7a00-7000-8000-000000000002',
    timestamp: '2026-11-21T09:30:00.000Z',
    storeId: toShortId('STO', '019aa5c1-7a00-7000-8000-000000000003'),
    storeName: 'Corner Shop',
    mode: 'test',
  });

function operationOf(endpoint: Endpoint) {
  const { name, resource, verb, action, request, isImplemented } = endpoint;
  const needed = new Set(request.required ?? []).size > 0;
  return {
    operationId: operationIdOf(resource, verb),
    tags: [resource],
    summary: action.docs.summary,
    description: [
      `Callers: ${endpoint.callers.map((kind) => callerTitles[kind]).join(', ')}.`,
      ...notesOn(endpoint),
    ].join('\n\n'),
    security: endpoint.callers.map((kind) => securityOf[kind]),
    parameters: [
      reference('parameters', 'IdempotencyKey'),
      ...(action.refusesEnvironmentHeader ? [] : [reference('parameters', 'Environment')]),
    ],
    requestBody: {
      required: needed,
      content: {
        'application/json': { schema: request, example: fillIn(action.docs.example, sampleValue) },
      },
    },
    responses: {
      ...(isImplemented ? { 200: successOf(endpoint) } : {}),
      ...refusedOf(name, endpoint.refusals),
    },
  };
}

const operationIdOf = (resource: string, verb: string): string =>
  `${resource}-${verb}`.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const securityOf: Readonly<Record<PublicCallerKind, Readonly<Record<string, readonly string[]>>>> = {
  apiKey: { merchantId: [], timestamp: [], signature: [] },
  storeSlug: { storeSlug: [], environment: [] },
  sessionToken: { sessionToken: [], environment: [] },
};

const successOf = ({ response }: Endpoint) => ({
  description: 'Done.',
  headers: successHeaders,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['data'],
        properties: {
          data: byName(response),
          warnings: { type: 'array', items: reference('schemas', 'Warning') },
        },
      },
    },
  },
});

/** The data, with the named objects in it by reference. */
const byName = (data: JsonSchema) => ({
  ...data,
  properties: Object.fromEntries(
    Object.entries(data.properties ?? {}).map(([field, schema]) => [
      field,
      schema.id === undefined ? schema : reference('schemas', schema.id),
    ]),
  ),
});

/** The named objects that an endpoint answers with. */
const namedSchemasOf = ({ response }: Endpoint): [string, JsonSchema][] =>
  Object.values(response.properties ?? {}).flatMap(({ id, ...schema }) => (id === undefined ? [] : [[id, schema]]));

/** The refusals by status, with an example for each. */
function refusedOf(name: string, refusals: readonly DocumentedRefusal[]) {
  const statuses = [...new Set(refusals.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const own = refusals.filter((refusal) => refusal.status === status);
      const examples = own.map((refusal, index) => {
        const place = gatewayRefusals.findIndex(({ message }) => message === refusal.message);
        return place < 0
          ? [`${name.replace('/', '.')}.${status}.${index + 1}`, exampleOf(refusal)]
          : [gatewayName(place), reference('examples', gatewayName(place))];
      });
      return [
        status,
        {
          description: statusMeanings[status] ?? 'Refused.',
          headers: errorHeaders(status),
          content: {
            'application/json': { schema: reference('schemas', 'Refusal'), examples: Object.fromEntries(examples) },
          },
        },
      ];
    }),
  );
}

const gatewayName = (index: number): string => `gateway.${index + 1}`;

const exampleOf = (refusal: DocumentedRefusal) => ({
  summary: refusal.message,
  description: refusal.when,
  value: { data: null, errors: [entryOf(refusal), ...(refusal.followedBy ?? [])] },
});

const entryOf = ({ message, layer, reason, aiHint }: DocumentedRefusal) => ({
  message,
  layer,
  ...(reason && { reason, count: 1 }),
  ...(aiHint && { aiHint }),
});

/** What each status means, everywhere. (commerce-api.md, "Status codes".) */
export const statusMeanings: Readonly<Record<number, string>> = {
  400: 'The request is not right: fix it, do not repeat it.',
  401: 'The credential is missing, wrong or expired.',
  403: 'The credential is good, and may not do this.',
  404: 'There is no such thing, or it is not yours.',
  409: 'In conflict with something else: under way, or in the way.',
  429: 'Too many requests: wait as long as `Retry-After` says.',
  500: 'Something broke on this side: try again, with growing pauses.',
  501: 'Announced, and not there yet.',
  502: 'A service behind this one did not answer: try again, with growing pauses.',
  503: 'The service is away for a moment: repeat after `Retry-After`, with the same idempotency key.',
};
