/** The check of responses that the API tests use. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errors } from '#server/domain/errors.ts';
import { optionalShortId, shortId } from '#server/domain/fields.ts';
import { type Action, defineAction } from '#server/platform/action.ts';
import { fieldRefusals } from './field-refusals.ts';
import { matchesMessage, refusalsOf } from './refusals.ts';
import { undocumentedIn } from './undocumented.ts';

const endpoint = defineAction({
  callers: ['apiKey'],
  scope: 'environment',
  keyScope: 'administer',
  layer: 'product',
  input: z.object({
    id: shortId('PROD'),
    name: z.string().max(5).optional(),
    tags: z.array(z.object({ label: z.string({ error: 'Invalid label' }) })).optional(),
    storeId: optionalShortId('STO'),
  }),
  output: z.object({ product: z.object({ id: z.string(), note: z.string().optional() }) }),
  docs: {
    summary: 'A test',
    refusals: [
      { status: 400, message: 'Product <id> is sold out', when: 'nothing is left' },
      errors.storeNotFound().when('there is none'),
    ],
    example: {},
  },
  run: () => Promise.reject(new Error('never run')),
});
/** With the type of the action table. */
const action = endpoint as unknown as Action;

const refused = (message: string, layer: string, code: string, more: object = {}) => ({
  data: null,
  errors: [{ message, layer, ...more, code }],
});

describe('a success response', () => {
  test.each([
    [{ data: { product: { id: 'x' } } }],
    [{ data: { product: { id: 'x', note: 'y' } }, warnings: [{ message: 'm', layer: 'gateway' }] }],
  ])('accepts %j', (body) => {
    expect(undocumentedIn(action, 200, body)).toEqual([]);
  });

  test.each([
    [{ data: { product: { id: 'x', secret: 1 } } }],
    [{ data: { product: { id: 7 } } }],
    [{ data: { product: { id: 'x' } }, more: 1 }],
    [{ data: { product: { id: 'x' } }, warnings: [] }],
    [{ data: { product: { id: 'x' } }, warnings: [{ message: 'm', layer: 'nowhere' }] }],
    [undefined],
  ])('reports %j', (body) => {
    expect(undocumentedIn(action, 200, body)).not.toEqual([]);
  });
});

describe('an error response', () => {
  test.each([
    [400, refused('Product PROD_1 is sold out', 'product', 'invalid_request')],
    [404, refused('Store not found', 'store', 'store_not_found')],
    [400, refused('Missing required field: id', 'product', 'missing_field', { path: 'id' })],
    [400, refused('Expected format: PROD_xxx, got x', 'product', 'malformed_id', { path: 'id' })],
    [400, refused('Expected format: PROD_xxx, got 17', 'product', 'invalid_field', { path: 'id' })],
    [401, refused('Invalid signature', 'gateway', 'invalid_signature', { aiHint: 'Use Base64.' })],
    [403, refused('Insufficient permissions', 'gateway', 'insufficient_permissions')],
    [500, refused('Internal server error', 'gateway', 'internal')],
  ])('accepts %i %j', (status, body) => {
    expect(undocumentedIn(action, status, body)).toEqual([]);
  });

  test.each([
    [400, refused('Product PROD_1 is gone', 'product', 'invalid_request')],
    [404, refused('Product PROD_1 is sold out', 'product', 'not_found')],
    [404, refused('Store not found', 'product', 'store_not_found')],
    [404, refused('Store not found', 'store', 'not_found')],
    [400, refused('Missing required field: price', 'product', 'missing_field')],
    [400, refused('Missing required field: id', 'product', 'missing_field', { path: 'the id' })],
    [400, refused('Product PROD_1 is sold out', 'product', 'invalid_request', { stack: 'at …' })],
    [409, refused('Product PROD_1 is sold out', 'product', 'conflict', { reason: 'sold' })],
    [400, { data: null, errors: [{ message: 'Product PROD_1 is sold out', layer: 'product' }] }],
    [400, { ...refused('Product PROD_1 is sold out', 'product', 'invalid_request'), data: {} }],
    [400, { data: null, errors: [] }],
  ])('reports %i %j', (status, body) => {
    expect(undocumentedIn(action, status, body)).not.toEqual([]);
  });
});

test('finds the errors of fields at every depth of the schema', () => {
  expect(fieldRefusals(action).map(({ message }) => message)).toEqual([
    'Missing required field: id',
    'Expected format: PROD_xxx, got <value>',
    'Invalid name: must have at most 5 characters',
    'Invalid name: must be a string',
    'Invalid tags: must be an array',
    'Invalid tags.<n>: must be an object',
    'Invalid label',
    'Expected format: STO_xxx, got <value>',
  ]);
});

test('lists errors by status without duplicates', () => {
  const listed = refusalsOf(action).map(({ status, message }) => `${status} ${message}`);
  expect(new Set(listed).size).toBe(listed.length);
  const statuses = listed.map((line) => Number(line.slice(0, 3)));
  expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
});

test('placeholders match any text and the rest matches literally', () => {
  expect(matchesMessage({ message: 'got <value> (max. 5)' }, 'got a\nb (max. 5)')).toBe(true);
  expect(matchesMessage({ message: 'got <value> (max. 5)' }, 'got a (max, 5)')).toBe(false);
});
