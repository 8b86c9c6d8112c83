/** Fuzzes queries of every caller with ids of another merchant: never a 500, never another merchant's row. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { baseUrl } from '#server/testing/api.ts';
import type { IdPool } from '#server/testing/fuzz/bodies.ts';
import { oddValue } from '#server/testing/fuzz/odd-values.ts';
import { plainQueries, queriesOf } from '#server/testing/fuzz/queries.ts';
import { requestTextOf, sendBytes, signatureOf, someOddHeaders } from '#server/testing/fuzz/requests.ts';
import { checkValues, timeoutMs } from '#server/testing/fuzz/runs.ts';
import { newTenant, newVictim, type Tenant, type Victim } from '#server/testing/fuzz/tenants.ts';
import { schema } from './schema.ts';

const path = '/v1/graphql';
const callers = ['test key', 'prod key', 'slug', 'customer', 'nobody'] as const;
type Caller = (typeof callers)[number];

describe('GraphQL', () => {
  let [attacker, victim] = [undefined, undefined] as unknown as [Tenant, Victim];

  beforeAll(async () => {
    [attacker, victim] = await Promise.all([newTenant('Attacker'), newVictim()]);
  }, timeoutMs);

  afterAll(async () => expect(await victim.changedTables()).toEqual([]));

  const credentials = (caller: Caller, body: Buffer): Record<string, string> => {
    const { merchant, customer } = attacker;
    if (caller === 'customer') return customer;
    if (caller === 'slug') return { 'X-Store-Slug': merchant.slug, 'X-Environment': 'test' };
    if (caller === 'nobody') return {};
    return signatureOf('POST', path, body, merchant, merchant.keys[caller === 'test key' ? 'test' : 'prod']);
  };

  async function ask(caller: Caller, text: string, odd: Record<string, string> = {}) {
    const body = Buffer.from(text);
    const request = { method: 'POST', path, headers: { ...credentials(caller, body), ...odd }, body };
    const response = await sendBytes(baseUrl, request);
    const answered = JSON.parse(response.text);
    expect([response.status < 500, answered.errors ?? []]).toEqual([true, expect.not.arrayContaining([internal])]);
    expect(victim.leakedIn(response.text, requestTextOf(request))).toEqual([]);
  }
  const internal = expect.objectContaining({ message: expect.stringMatching(/internal/i) });

  test.concurrent.each(callers)('queries of %s', { timeout: timeoutMs }, async (caller) => {
    const pool: IdPool = { own: attacker.ids, foreign: victim.ids };
    const examples = plainQueries(schema, pool);
    await checkValues(caller, {
      values: queriesOf(schema, pool),
      runs: caller === 'test key' ? 50 + examples.length : 16,
      examples: caller === 'test key' ? examples : [],
      check: async (asked) => ask(caller, JSON.stringify(asked)),
    });
  });

  test('malformed queries', { timeout: timeoutMs }, async () => {
    const texts = fc.oneof(
      fc.constantFrom(
        '{ __schema { types { name } } }',
        '{stores{id}}',
        'mutation { x }',
        'subscription { x }',
        'query A{__typename} query B{stores{id}}',
        '#',
        `${'{a'.repeat(3000)}`,
        `{${'stores{id}'.repeat(900)}}`,
        'fragment A on Query { ...A } { ...A }',
        '{ stores(limit: 1e999) { id } }',
        '{ __type(name: "\\u0000") { name } }',
        `{ stores { ${'@include(if: true) '.repeat(500)} } }`,
      ),
      oddValue,
    );
    const field = fc.option(oddValue, { nil: undefined });
    const digest = fc.record({
      persistedQuery: fc.oneof(
        oddValue,
        fc.record({
          version: fc.oneof(fc.constant(1), oddValue),
          sha256Hash: fc.oneof(fc.constant('a'.repeat(64)), oddValue),
        }),
      ),
    });
    const bodies = fc.record({
      query: texts,
      variables: field,
      operationName: field,
      extensions: fc.oneof(field, digest),
    });
    await checkValues('no query', {
      values: fc.tuple(fc.constantFrom(...callers), bodies, someOddHeaders),
      runs: 25,
      check: async ([caller, body, odd]) => ask(caller, JSON.stringify(body), odd),
    });
  });
});
