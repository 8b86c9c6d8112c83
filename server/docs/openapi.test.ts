/** The OpenAPI document is valid, complete and served by both servers. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { actions } from '#server/actions/index.ts';
import { baseUrl, send } from '#server/testing/api.ts';
import { webhookBody } from '#server/webhooks/rules/webhook-body.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { endpoints } from './endpoints.ts';

const answer = await send('GET', '/v1/openapi.json', undefined);
const document = answer.body;
// biome-ignore lint/suspicious/noExplicitAny: schemas of any form
const schemas: Readonly<Record<string, any>> = document.components.schemas;
/** The component that a schema refers to. */
const named = ({ $ref }: { $ref: string }) => schemas[$ref.replace('#/components/schemas/', '')];
/** The schema of a JSON body. */
// biome-ignore lint/suspicious/noExplicitAny: as above
const bodyOf = ({ content }: any) => named(content['application/json'].schema);
const responseOf = (action: string) => bodyOf(document.paths[`/v1/actions/${action}`].post.responses[200]);
/** The schema of a response's `data`. */
const dataOf = (action: string) => named(responseOf(action).properties.data);

test('GET /v1/openapi.json is valid OpenAPI 3.1, readable from anywhere', async () => {
  expect([answer.status, document.openapi, document.servers]).toEqual([200, '3.1.0', [{ url: baseUrl }]]);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('content-type')).toContain('application/json');
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(document));
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
});

test('rejects other methods with 405', async () => {
  const { status, headers } = await send('POST', '/v1/openapi.json', '{}');
  expect([status, headers.get('allow')]).toEqual([405, 'GET']);
});

test('resolves every reference', () => {
  const references = [...answer.text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path);
  expect(references.length).toBeGreaterThan(0);
  for (const path of new Set(references)) {
    // biome-ignore lint/suspicious/noExplicitAny: a walk through the document
    const target = path.split('/').reduce<any>((node, step) => node?.[step], document);
    expect([path, typeof target]).toEqual([path, 'object']);
  }
});

test('contains exactly the actions with public callers', () => {
  const named = Object.keys(document.paths).filter((path) => path.startsWith('/v1/actions/'));
  const callable = [...actions].filter(([, { callers }]) => callers.some((kind) => kind !== 'dashboard'));
  expect(named.toSorted()).toEqual(callable.map(([name]) => `/v1/actions/${name}`).toSorted());
  expect(named).not.toContain('/v1/actions/api-key/create-key');
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const ids = Object.values(document.paths).flatMap((methods: any) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.values(methods).map(({ operationId }: any) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('contains every webhook event with its body and an example', () => {
  expect(Object.keys(document.webhooks)).toEqual(webhookEvents);
  for (const eventType of webhookEvents) {
    const { requestBody } = document.webhooks[eventType].post;
    const { example } = requestBody.content['application/json'];
    const { properties } = bodyOf(requestBody);
    expect(properties.eventType).toEqual({ type: 'string', const: eventType });
    expect(named(properties.data).required).toEqual(expect.arrayContaining(['orderId', 'buyerEmail', 'amount']));
    expect(webhookBody(eventType).parse(example)).toEqual(example);
  }
});

test('names its version and license', () => {
  expect(document.info).toMatchObject({
    version: expect.stringMatching(/^1\.\d+\.\d+$/),
    license: { name: 'MIT', identifier: 'MIT' },
  });
});

test('has no inline body and no unnamed object', () => {
  const bodies = [...answer.text.matchAll(/"content":\{"[^"]+":\{"schema":(\{[^{}]*\})/g)].map(([, schema]) => schema);
  expect(bodies.length).toBeGreaterThan(500);
  expect(bodies.filter((schema) => !/^\{"\$ref":"#\/components\/schemas\/\w+"\}$/.test(schema ?? ''))).toEqual([]);
  const inline = Object.entries(schemas).flatMap(([name, { properties = {}, ...rest }]) =>
    /"properties":\{/.test(JSON.stringify([Object.values(properties), Object.values(rest)])) ? [name] : [],
  );
  expect(inline).toEqual([]);
});

test('names operations by verb and object', () => {
  const operationId = (action: string) => document.paths[`/v1/actions/${action}`].post.operationId;
  expect([
    operationId('onetime-product/create-product'),
    operationId('onetime-product/update-status'),
    operationId('store/add-webhook'),
    operationId('webhook/pause'),
  ]).toEqual(['createOnetimeProduct', 'updateOnetimeProductStatus', 'addStoreWebhook', 'pauseWebhook']);
  expect(responseOf('webhook/pause')).toBe(schemas.PauseWebhookResponse);
});

test('names objects that several endpoints return', () => {
  const productOf = (name: string) => dataOf(name).properties.product;
  expect(productOf('onetime-product/create-product')).toEqual({ $ref: '#/components/schemas/OnetimeProduct' });
  expect(productOf('subscription-product/update-status')).toEqual({ $ref: '#/components/schemas/SubscriptionProduct' });
  expect(schemas.Store.required).toContain('slug');
});

test('endpoints that return a webhook have the webhook schema', () => {
  const answerOf = (action: string) => dataOf(action).properties.webhook.$ref;
  for (const verb of ['store/add-webhook', 'store/update-webhook', 'store/remove-webhook'])
    expect(answerOf(verb)).toBe('#/components/schemas/Webhook');
  expect(answerOf('webhook/pause')).toBe('#/components/schemas/WebhookState');
  expect(schemas.Webhook.required).toContain('secret');
  expect(schemas.Store.required).toContain('slug');
});

test('every endpoint lists the 401 errors of an invalid signature, an expired key and a session token', () => {
  const operation = (path: string) => document.paths[`/v1/actions/${path}`].post;
  const messages = Object.values<{ summary: string }>(
    operation('subscription-product-group/create-group').responses[401].content['application/json'].examples,
  ).map(({ summary }) => summary);
  expect(messages).toEqual(['Invalid signature', 'API key has expired', 'Invalid or expired token']);
});

test('update-store documents the maximum length of its logo', () => {
  const schema = bodyOf(document.paths['/v1/actions/store/update-store'].post.requestBody);
  expect(schema.properties.logo).toMatchObject({ maxLength: 2048, format: 'uri' });
});

test('an error passed on by the gateway has two entries', () => {
  const { examples } =
    document.paths['/v1/actions/subscription-order/reactivate-order'].post.responses[401].content['application/json'];
  const values = Object.values<{ value: { errors: object[] } }>(examples).map(({ value }) => value.errors);
  expect(values).toMatchObject([
    [
      { message: 'Authentication failed', layer: 'user', code: 'unauthenticated' },
      { message: 'Invalid or expired token', layer: 'gateway', code: 'invalid_token' },
    ],
  ]);
});

describe.each(endpoints().map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  const { post } = document.paths[endpoint.path];

  test('has a summary, credentials, and an example that its body schema accepts', () => {
    expect(post.summary).toMatch(/\w{3}/);
    expect(post.security).toHaveLength(endpoint.callers.length);
    const { example } = post.requestBody.content['application/json'];
    expect(Object.keys(bodyOf(post.requestBody).properties)).toEqual(Object.keys(endpoint.action.input.shape));
    expect(endpoint.action.input.safeParse(example).error?.issues ?? []).toEqual([]);
  });

  test('describes every field', () => {
    for (const [name, field] of Object.entries<Record<string, unknown>>(bodyOf(post.requestBody).properties)) {
      const isNamed = JSON.stringify(field).includes('"$ref"');
      expect([name, isNamed || Boolean(field.description ?? field.enum)]).toEqual([name, true]);
    }
  });

  test('lists its errors with an example for each message', () => {
    for (const status of [400, 409, 429, 500, ...endpoint.action.docs.refusals.map((refusal) => refusal.status)]) {
      const { examples } = post.responses[status].content['application/json'];
      expect([status, Object.keys(examples).length > 0]).toEqual([status, true]);
    }
    const messages = Object.values<{ summary?: string }>(post.responses[400].content['application/json'].examples).map(
      ({ summary }) => summary,
    );
    for (const name of endpoint.request.required ?? []) {
      const isNamed = messages.some((message) => message?.startsWith('Missing') && message.includes(name));
      expect([name, isNamed]).toEqual([name, true]);
    }
  });
});
