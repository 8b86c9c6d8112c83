/** The parts of the OpenAPI document that are independent of endpoints. */
import { layers } from '#server/domain/errors.ts';
import type { JsonSchema } from './json-schema.ts';

type Kind = 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples';

export const reference = (kind: Kind, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const header = (name: string) => reference('headers', name);

/** Headers of every response. */
export const everyHeader = {
  'X-Request-Id': header('RequestId'),
  RateLimit: header('RateLimit'),
  'RateLimit-Policy': header('RateLimitPolicy'),
};

export const successHeaders = { ...everyHeader, 'Idempotency-Replayed': header('IdempotencyReplayed') };

export const errorHeaders = (status: number) =>
  [409, 429, 503].includes(status) ? { ...everyHeader, 'Retry-After': header('RetryAfter') } : everyHeader;

const message = { type: 'string', description: 'A sentence for people.' };
const layer = { type: 'string', enum: [...layers], description: 'The part of the server that reports it.' };
const aiHint = { type: 'string', description: 'How to fix it.' };
const code = {
  type: 'string',
  description: 'Stable and machine-readable, such as `store_not_found`. Programs decide by it.',
};

export const warning: JsonSchema = {
  id: 'Warning',
  type: 'object',
  required: ['message', 'layer'],
  properties: { message, layer, aiHint },
};

const errorEntry: JsonSchema = {
  id: 'ErrorEntry',
  type: 'object',
  required: ['message', 'layer'],
  properties: {
    message,
    layer,
    reason: { type: 'string', description: 'What blocks the deletion of a store.' },
    count: { type: 'integer', description: 'How many objects block the deletion of a store.' },
    aiHint,
    code,
    path: {
      type: 'string',
      description: 'The dotted path of the invalid field in the request’s body, such as `media.2.url`.',
    },
  },
};

/** The body of every response that is not 2xx. */
export const errorResponse: JsonSchema = {
  id: 'ErrorResponse',
  type: 'object',
  required: ['data', 'errors'],
  properties: {
    data: { type: 'null' },
    errors: {
      type: 'array',
      minItems: 1,
      items: errorEntry,
      description: 'From the root cause, `errors[0]`, to the caller that passed it on.',
    },
  },
};

/** An entry of `errors` of the GraphQL endpoint. */
export const graphqlError: JsonSchema = {
  id: 'GraphqlError',
  type: 'object',
  required: ['message', 'layer'],
  properties: {
    message,
    layer,
    aiHint,
    code,
    path: {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      description: 'The keys that lead to the field in `data`.',
    },
    locations: {
      type: 'array',
      description: 'The positions in the query.',
      items: {
        id: 'GraphqlLocation',
        type: 'object',
        required: ['line', 'column'],
        properties: { line: { type: 'integer' }, column: { type: 'integer' } },
      },
    },
    extensions: { type: 'object', additionalProperties: true },
  },
};

export const components = {
  securitySchemes: {
    merchantId: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Merchant-Id',
      description: 'API key, 1 of 3: the merchant, `MER_xxx`.',
    },
    timestamp: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Timestamp',
      description: 'API key, 2 of 3: Unix time in seconds, within 5 minutes of the server’s clock.',
    },
    signature: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Signature',
      description:
        'API key, 3 of 3: Base64 of the RSA-SHA256 signature (PKCS#1 v1.5) of METHOD, PATH, TIMESTAMP and the Base64 SHA-256 of the body, joined by line feeds. PATH of a GET includes the query. The key that verifies the signature determines the environment.',
    },
    storeSlug: { type: 'apiKey', in: 'header', name: 'X-Store-Slug', description: 'A store’s public name.' },
    sessionToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token from auth/issue-session-token.',
    },
    environment: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Environment',
      description: '`test` or `prod`. Required with a store slug or session token.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'X-Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Within 24 hours, the same key returns the same response and has no second effect. All browsers that use a store slug share one key space, so use unguessable keys there.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,256}$' },
    },
    Environment: {
      name: 'X-Environment',
      in: 'header',
      required: false,
      description: 'Required with a store slug or session token. An API key determines its own environment.',
      schema: { type: 'string', enum: ['test', 'prod'] },
    },
  },
  headers: {
    RequestId: { description: 'The ID of the request in the log.', schema: { type: 'string', format: 'uuid' } },
    RateLimit: {
      description: 'The remaining quota: `"<policy>";r=<requests>;t=<seconds>`.',
      schema: { type: 'string' },
    },
    RateLimitPolicy: { description: 'The limit: `"<policy>";q=<requests>;w=<seconds>`.', schema: { type: 'string' } },
    RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer' } },
    IdempotencyReplayed: {
      description: '`true` if the response was stored for an earlier request.',
      schema: { type: 'string', const: 'true' },
    },
  },
  responses: {
    Refused: {
      description: 'Error.',
      headers: everyHeader,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } } },
    },
  },
};
