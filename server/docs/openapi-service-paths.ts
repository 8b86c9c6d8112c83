/** The paths of the OpenAPI document that are not actions. */
import type { JsonSchema } from './json-schema.ts';
import { everyHeader, graphqlError, warning } from './openapi-parts.ts';
import { readPaths } from './openapi-reads.ts';
import type { NamedSchema, SchemaNames } from './openapi-schemas.ts';

const json = (schema: NamedSchema) => ({ content: { 'application/json': { schema } } });

const jwk: JsonSchema = {
  id: 'JsonWebKey',
  type: 'object',
  required: ['kty', 'n', 'e', 'kid', 'use', 'alg'],
  properties: {
    kty: { type: 'string', const: 'RSA' },
    n: { type: 'string' },
    e: { type: 'string' },
    kid: { type: 'string', format: 'uuid', description: 'The key’s id.' },
    use: { type: 'string', const: 'sig' },
    alg: { type: 'string', const: 'RS256' },
  },
};
const jwks: JsonSchema = {
  id: 'JsonWebKeySet',
  type: 'object',
  required: ['keys'],
  properties: { keys: { type: 'array', items: jwk } },
};

/** The schema of one environment's keys at /v1/webhook-keys. */
const environmentKeys: JsonSchema = {
  id: 'EnvironmentKeys',
  type: 'object',
  required: ['pem', 'jwks', 'keys'],
  properties: {
    pem: { type: 'string', description: 'The key that currently signs.' },
    jwks: { ...jwks, description: 'All published keys.' },
    keys: {
      type: 'array',
      description: 'All published keys, the signing one first.',
      items: {
        id: 'WebhookKey',
        type: 'object',
        required: ['id', 'publicKey', 'jwk', 'signsFrom', 'publishedUntil'],
        properties: {
          id: { type: 'string', format: 'uuid', description: 'As in `X-Webhook-Key-Id`.' },
          publicKey: { type: 'string', description: 'PEM (SPKI).' },
          jwk,
          signsFrom: { type: 'string', format: 'date-time' },
          publishedUntil: {
            type: ['string', 'null'],
            format: 'date-time',
            description: 'Null while the key has no successor.',
          },
        },
      },
    },
  },
};

const health: JsonSchema = {
  id: 'HealthResponse',
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      id: 'Health',
      type: 'object',
      required: ['status'],
      properties: { status: { type: 'string', const: 'ok' } },
    },
  },
};

const webhookKeys: JsonSchema = {
  id: 'WebhookKeysResponse',
  type: 'object',
  required: ['data'],
  properties: {
    data: { id: 'WebhookKeys', type: 'object', properties: { test: environmentKeys, prod: environmentKeys } },
  },
};

const persistedQuery: JsonSchema = {
  id: 'PersistedQuery',
  type: ['object', 'null'],
  required: ['version', 'sha256Hash'],
  description:
    'The SHA-256 of the query (automatic persisted queries). An unknown digest returns 200 with `errors[0].message` `PersistedQueryNotFound`; send the query with its text.',
  properties: {
    version: { type: 'integer', const: 1 },
    sha256Hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
};

const graphqlRequest: JsonSchema = {
  id: 'GraphqlRequest',
  type: 'object',
  properties: {
    query: { type: ['string', 'null'], description: 'Optional if `extensions` identify a known persisted query.' },
    variables: { type: ['object', 'null'], additionalProperties: true },
    operationName: { type: ['string', 'null'] },
    extensions: { id: 'GraphqlExtensions', type: ['object', 'null'], properties: { persistedQuery } },
  },
};

const graphqlResponse: JsonSchema = {
  id: 'GraphqlResponse',
  type: 'object',
  required: ['data'],
  properties: {
    data: { type: ['object', 'null'], additionalProperties: true },
    errors: { type: 'array', items: graphqlError },
    warnings: { type: 'array', items: warning },
  },
};

/** All paths under /v1/ that are not actions. */
export const pathsBesideActions = (names: SchemaNames) => ({
  ...readPaths(names),
  '/v1/graphql': {
    post: {
      operationId: 'queryGraphql',
      tags: ['service'],
      summary: 'Query stores, products, orders and payments',
      description:
        'Queries only. An API key reads its merchant’s stores in its environment; with limited scopes it needs `read`. A store slug reads the public data of one store, a session token one customer’s orders. Introspection returns the schema. A query that takes too long returns 400; request a shorter range or less data. With a read replica, recent writes can be missing for a moment.',
      security: [
        { merchantId: [], timestamp: [], signature: [] },
        { storeSlug: [], environment: [] },
        { sessionToken: [], environment: [] },
      ],
      requestBody: {
        required: true,
        ...json(names.add('GraphqlRequest', graphqlRequest)),
      },
      responses: {
        200: {
          description: 'A complete or partial result.',
          headers: everyHeader,
          ...json(names.add('GraphqlResponse', graphqlResponse)),
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  },
  '/v1/health': healthOperation(names, 'checkHealth', 'Readiness check', 'Same as `/v1/health/ready`.'),
  '/v1/health/live': healthOperation(
    names,
    'checkLiveness',
    'Liveness check',
    'Does not check the database. Restart a process that does not respond.',
  ),
  '/v1/health/ready': healthOperation(
    names,
    'checkReadiness',
    'Readiness check for load balancers',
    'Returns 503 while the database is unavailable, migrations are pending or the process is shutting down.',
  ),
  '/v1/webhook-keys': {
    get: {
      operationId: 'listWebhookKeys',
      tags: ['service'],
      summary: 'Public keys for verifying webhooks',
      description:
        'The server signs webhook requests with one key pair per environment; `X-Webhook-Key-Id` identifies the key. A new key is published before its first use, and an old one remains published for a day. Cache responses for at most 5 minutes.',
      security: [],
      parameters: [
        {
          name: 'environment',
          in: 'query',
          required: false,
          description: 'Only the keys of this environment. Required for the plain formats unless `id` is given.',
          schema: { type: 'string', enum: ['test', 'prod'] },
        },
        {
          name: 'format',
          in: 'query',
          required: false,
          description: '`jwks`: a plain JSON Web Key Set. `pem`: the plain keys, with the signing key first.',
          schema: { type: 'string', enum: ['json', 'jwks', 'pem'], default: 'json' },
        },
        {
          name: 'id',
          in: 'query',
          required: false,
          description: 'Only the key with the ID in `X-Webhook-Key-Id`.',
          schema: { type: 'string', format: 'uuid' },
        },
      ],
      responses: {
        200: {
          description: 'All published keys by environment, or a plain document.',
          headers: everyHeader,
          content: {
            'application/json': { schema: names.add('WebhookKeysResponse', webhookKeys) },
            'application/jwk-set+json': { schema: names.add('JsonWebKeySet', jwks) },
            'text/plain': { schema: names.define('PublicKeys', { type: 'string', description: 'PEM (SPKI).' }) },
          },
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  },
  '/v1/openapi.json': {
    get: {
      operationId: 'getOpenApiDocument',
      tags: ['service'],
      summary: 'This document',
      security: [],
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          headers: everyHeader,
          ...json(names.define('OpenApiDocument', { type: 'object', additionalProperties: true })),
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  },
});

function healthOperation(names: SchemaNames, operationId: string, summary: string, description: string) {
  return {
    get: {
      operationId,
      tags: ['service'],
      summary,
      description,
      security: [],
      responses: {
        200: { description: 'Healthy.', headers: everyHeader, ...json(names.add('HealthResponse', health)) },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  };
}
