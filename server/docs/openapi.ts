/** GET /v1/openapi.json: the API in OpenAPI 3.1, derived from the actions' definitions. */

import { toShortId } from '#server/domain/ids.ts';
import type { Settings } from '#server/platform/settings.ts';
import { webhookBodies } from '#server/webhooks/rules/webhook-body.ts';
import type { WebhookEvent } from '#server/webhooks/rules/webhook-events.ts';
import { sampleBody } from '#server/webhooks/rules/webhook-sample.ts';
import { callerTitles, type Endpoint, endpoints, notesOn, type PublicCallerKind, resources } from './endpoints.ts';
import { responseSchemaOf } from './json-schema.ts';
import { components, errorHeaders, errorResponse, reference, successHeaders, warning } from './openapi-parts.ts';
import { pascalCase, SchemaNames } from './openapi-schemas.ts';
import { pathsBesideActions } from './openapi-service-paths.ts';
import { fillIn, sampleValue } from './placeholders.ts';
import { type DocumentedRefusal, gatewayRefusals } from './refusals.ts';
import { responseExample } from './response-examples.ts';

const documents = new WeakMap<Settings, string>();

/** The document as text, cached per process. */
export function openApiText(settings: Settings): string {
  const text = documents.get(settings) ?? JSON.stringify(openApiDocument(settings));
  documents.set(settings, text);
  return text;
}

/**
 * The version of the API. A change of the document that adds something raises the minor version, any other the patch
 * version; a change that breaks callers needs another path prefix.
 */
const apiVersion = '1.0.0';

/** The document with all endpoints for API keys, store slugs and session tokens. */
export function openApiDocument({ appUrl }: Pick<Settings, 'appUrl'>) {
  const names = new SchemaNames();
  names.add('ErrorResponse', errorResponse);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Counterfoil',
      version: apiVersion,
      summary: 'Self-hosted commerce: sell one-time products and subscriptions from your own server.',
      description: `Guides and a quickstart are at ${appUrl}/docs.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: appUrl }],
    tags: [
      ...resources().map(({ name, title, about }) => ({ name, description: about ? `${title}. ${about}` : title })),
      { name: 'service', description: 'Health checks, keys and GraphQL.' },
      { name: 'webhook deliveries', description: 'Events sent to your webhooks.' },
    ],
    paths: {
      ...Object.fromEntries(
        endpoints().map((endpoint) => [endpoint.path, { post: operationOf(endpoint, appUrl, names) }]),
      ),
      ...pathsBesideActions(names),
    },
    webhooks: Object.fromEntries(webhookBodies.map((one) => [one.eventType, { post: deliveryOf(one, names) }])),
    components: {
      ...components,
      schemas: names.all(),
      examples: Object.fromEntries(gatewayRefusals.map((refusal) => [refusal.sharedExample, exampleOf(refusal)])),
    },
  };
}

/** A webhook's request and expected response. */
const deliveryOf = ({ eventType, schema }: (typeof webhookBodies)[number], names: SchemaNames) => ({
  operationId: `receive${pascalCase(eventType)}`,
  tags: ['webhook deliveries'],
  summary: eventType,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: names.add(pascalCase(eventType), responseSchemaOf(schema)),
        example: exampleBody(eventType),
      },
    },
  },
  responses: { '2XX': { description: 'Accepted within 10 seconds. Other responses are retried, except 410.' } },
});

/** The body of a sample event. */
const exampleBody = (eventType: WebhookEvent) =>
  sampleBody(eventType, {
    id: '019aa5c1-7a00-7000-8000-000000000001',
    timestamp: '2026-11-21T09:30:00.000Z',
    storeId: toShortId('STO', '019aa5c1-7a00-7000-8000-000000000003'),
    storeName: 'Corner Shop',
    mode: 'test',
  });

function operationOf(endpoint: Endpoint, baseUrl: string, names: SchemaNames) {
  const { name, resource, verb, action, request, isImplemented } = endpoint;
  const needed = new Set(request.required ?? []).size > 0;
  const operationId = operationIdOf(resource, verb);
  return {
    operationId,
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
        'application/json': {
          schema: names.add(`${pascalCase(operationId)}Request`, request),
          example: fillIn(action.docs.example, sampleValue),
        },
      },
    },
    responses: {
      ...(isImplemented ? { 200: successOf(endpoint, pascalCase(operationId), baseUrl, names) } : {}),
      ...refusedOf(name, endpoint.refusals),
    },
  };
}

/**
 * The verb, the resource, and the rest of the action's name: `createOnetimeProduct` for `onetime-product/create-product`,
 * `addStoreWebhook` for `store/add-webhook`.
 */
function operationIdOf(resource: string, action: string): string {
  const [verb = '', ...noun] = action.split('-');
  const isOfResource = noun.length > 0 && `-${resource}`.endsWith(`-${noun.join('-')}`);
  return `${verb}${pascalCase(resource)}${isOfResource ? '' : pascalCase(noun.join('-'))}`;
}

const securityOf: Readonly<Record<PublicCallerKind, Readonly<Record<string, readonly string[]>>>> = {
  apiKey: { merchantId: [], timestamp: [], signature: [] },
  storeSlug: { storeSlug: [], environment: [] },
  sessionToken: { sessionToken: [], environment: [] },
};

function successOf({ name, response }: Endpoint, operation: string, baseUrl: string, names: SchemaNames) {
  const body = names.define(`${operation}Response`, {
    type: 'object',
    required: ['data'],
    properties: {
      data: names.add(`${operation}Data`, response),
      warnings: { type: 'array', items: names.add('Warning', warning) },
    },
  });
  return {
    description: 'Success.',
    headers: successHeaders,
    content: { 'application/json': { schema: body, example: responseExample(name, baseUrl) } },
  };
}

/** The error responses by status, with an example for each error. */
function refusedOf(name: string, refusals: readonly DocumentedRefusal[]) {
  const statuses = [...new Set(refusals.map(({ status }) => status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const own = refusals.filter((refusal) => refusal.status === status);
      const examples = own.map((refusal, index) =>
        refusal.sharedExample
          ? [refusal.sharedExample, reference('examples', refusal.sharedExample)]
          : [`${name.replace('/', '.')}.${status}.${index + 1}`, exampleOf(refusal)],
      );
      return [
        status,
        {
          description: statusMeanings[status] ?? 'Rejected.',
          headers: errorHeaders(status),
          content: {
            'application/json': {
              schema: reference('schemas', 'ErrorResponse'),
              examples: Object.fromEntries(examples),
            },
          },
        },
      ];
    }),
  );
}

const exampleOf = (refusal: DocumentedRefusal) => ({
  summary: refusal.message,
  description: refusal.when,
  value: { data: null, errors: [entryOf(refusal), ...(refusal.followedBy ?? [])] },
});

const entryOf = ({ message, layer, reason, aiHint, code }: DocumentedRefusal) => ({
  message,
  layer,
  ...(reason && { reason, count: 1 }),
  ...(aiHint && { aiHint }),
  code,
});

/** The meaning of each status. (commerce-api.md, "Status codes".) */
export const statusMeanings: Readonly<Record<number, string>> = {
  400: 'Invalid request. Correct it before retrying.',
  401: 'Missing, invalid or expired credentials.',
  403: 'Insufficient permissions.',
  404: 'Not found, or not accessible with these credentials.',
  409: 'Conflict with the current state or with a request in progress.',
  429: 'Too many requests. Retry after `Retry-After` seconds.',
  500: 'Internal error. Retry with exponential backoff.',
  501: 'Not implemented.',
  502: 'An upstream service did not respond. Retry with exponential backoff.',
  503: 'Temporarily unavailable. Retry after `Retry-After` seconds with the same idempotency key.',
};
