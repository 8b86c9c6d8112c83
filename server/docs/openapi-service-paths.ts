/** The paths of the OpenAPI document beside the actions. */
import { everyHeader } from './openapi-parts.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const jwk = {
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
const jwks = { type: 'object', required: ['keys'], properties: { keys: { type: 'array', items: jwk } } };

/** The keys of one environment at /v1/webhook-keys. */
const environmentKeys = {
  type: 'object',
  required: ['pem', 'jwks', 'keys'],
  properties: {
    pem: { type: 'string', description: 'The key that signs now.' },
    jwks: { ...jwks, description: 'All published keys.' },
    keys: {
      type: 'array',
      description: 'All published keys, the signing one first.',
      items: {
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
            description: 'Null: no other key has taken its place yet.',
          },
        },
      },
    },
  },
};

function healthOperation(operationId: string, summary: string, description: string) {
  const data = { type: 'object', required: ['status'], properties: { status: { type: 'string', const: 'ok' } } };
  return {
    get: {
      operationId,
      tags: ['service'],
      summary,
      description,
      security: [],
      responses: {
        200: {
          description: 'Yes.',
          headers: everyHeader,
          ...json({ type: 'object', required: ['data'], properties: { data } }),
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  };
}

/** What is under /v1/ beside the actions. */
export const pathsBesideActions = {
  '/v1/graphql': {
    post: {
      operationId: 'graphql',
      tags: ['service'],
      summary: 'Query stores, products, orders and payments',
      description:
        'Queries only. An API key sees its merchant’s stores in its environment, a store slug that store’s public fields, a session token that customer’s own orders. The schema is found by introspection. What takes too long is given up with 400: ask for a shorter range, or for less. Where the service reads from a replica, what was just written may be missing for a moment.',
      security: [
        { merchantId: [], timestamp: [], signature: [] },
        { storeSlug: [], environment: [] },
        { sessionToken: [], environment: [] },
      ],
      requestBody: {
        required: true,
        ...json({
          type: 'object',
          properties: {
            query: {
              type: ['string', 'null'],
              description: 'May be left out where `extensions` name one that is known.',
            },
            variables: { type: ['object', 'null'] },
            operationName: { type: ['string', 'null'] },
            extensions: {
              type: ['object', 'null'],
              properties: {
                persistedQuery: {
                  type: ['object', 'null'],
                  required: ['version', 'sha256Hash'],
                  description:
                    'The query by its digest (automatic persisted queries). Not known here: 200, with `errors[0].message` `PersistedQueryNotFound`; send it again with its text.',
                  properties: {
                    version: { type: 'integer', const: 1 },
                    sha256Hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
                  },
                },
              },
            },
          },
        }),
      },
      responses: {
        200: {
          description: 'Answered, wholly or in part.',
          headers: everyHeader,
          ...json({
            type: 'object',
            required: ['data'],
            properties: {
              data: { type: ['object', 'null'] },
              errors: { type: 'array', items: { $ref: '#/components/schemas/ErrorEntry' } },
            },
          }),
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  },
  '/v1/health': healthOperation('health', 'Whether the service is ready', 'As `/v1/health/ready`.'),
  '/v1/health/live': healthOperation(
    'healthLive',
    'Whether the process answers',
    'Asks nothing else of it: not the database. What does not answer here is to be started again.',
  ),
  '/v1/health/ready': healthOperation(
    'healthReady',
    'Whether requests may be sent here',
    'Refused with 503 while the database does not answer, while its migrations are pending, and from the moment at which the process is asked to stop.',
  ),
  '/v1/webhook-keys': {
    get: {
      operationId: 'webhookKeys',
      tags: ['service'],
      summary: 'The public keys that webhooks are verified with',
      description:
        'One key pair of the service’s for each environment signs what is delivered to webhooks; `X-Webhook-Key-Id` says with which key. A new key is published before it signs, an old one for a while after. Answers may be kept for 5 minutes.',
      security: [],
      parameters: [
        {
          name: 'environment',
          in: 'query',
          required: false,
          description: 'Only the keys of that environment. Required for the bare formats, unless `id` is given.',
          schema: { type: 'string', enum: ['test', 'prod'] },
        },
        {
          name: 'format',
          in: 'query',
          required: false,
          description:
            '`jwks`: the bare JSON Web Key Set. `pem`: the bare keys, one after the other, the signing one first.',
          schema: { type: 'string', enum: ['json', 'jwks', 'pem'], default: 'json' },
        },
        {
          name: 'id',
          in: 'query',
          required: false,
          description: 'Only the key that `X-Webhook-Key-Id` names.',
          schema: { type: 'string', format: 'uuid' },
        },
      ],
      responses: {
        200: {
          description: 'All published keys by environment, or a bare document.',
          headers: everyHeader,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['data'],
                properties: {
                  data: { type: 'object', properties: { test: environmentKeys, prod: environmentKeys } },
                },
              },
            },
            'application/jwk-set+json': { schema: jwks },
            'text/plain': { schema: { type: 'string' } },
          },
        },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  },
  '/v1/openapi.json': {
    get: {
      operationId: 'openapi',
      tags: ['service'],
      summary: 'This document',
      security: [],
      responses: {
        200: { description: 'OpenAPI 3.1.', headers: everyHeader, ...json({ type: 'object' }) },
        default: { $ref: '#/components/responses/Refused' },
      },
    },
  },
};
