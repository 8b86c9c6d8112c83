/** Documents written from selections are valid against the service's schema. */
import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import type { QuerySelection } from '#clients/typescript/src/graphql/selection.ts';
import { writeQuery } from '#clients/typescript/src/graphql/write-query.ts';
import { schema } from '#server/graphql/schema.ts';

const write = (selection: QuerySelection) => writeQuery(selection);

test('writes arguments as variables, nested fields and the fields of possible types', () => {
  const { document, variables } = write({
    onetimeOrders: {
      $: { limit: 5, storeId: undefined, filter: { status: { eq: 'completed' } }, orderBy: { field: 'createdAt' } },
      id: true,
      status: undefined,
      payments: { $: { limit: 1 }, order: { __typename: true, on: { SubscriptionOrder: { billingPeriod: true } } } },
    },
    onetimeOrdersCount: { $: { storeId: 'STO_x' } },
    storesCount: true,
    store: { $: { id: 'STO_x' }, name: true },
  });
  expect(document).toBe(
    'query ($v1: Int, $v2: OnetimeOrderFilter, $v3: OnetimeOrderSort, $v4: Int, $v5: String, $v6: ID!) { ' +
      'onetimeOrders(limit: $v1, filter: $v2, orderBy: $v3) { id payments(limit: $v4) { order { __typename ' +
      '... on SubscriptionOrder { billingPeriod } } } } onetimeOrdersCount(storeId: $v5) storesCount store(id: $v6) { name } }',
  );
  expect(variables).toEqual({
    v1: 5,
    v2: { status: { eq: 'completed' } },
    v3: { field: 'createdAt' },
    v4: 1,
    v5: 'STO_x',
    v6: 'STO_x',
  });
  expect(validate(schema, parse(document))).toEqual([]);
});

test('writes the same document for other values of arguments', () => {
  const [first, second] = [1, 2].map((limit) => write({ onetimeOrders: { $: { limit }, id: true } }));
  expect(first?.document).toBe(second?.document);
});

test('refuses what is no selection', () => {
  const refused = (selection: object) => expect(() => writeQuery(selection)).toThrow(TypeError);
  refused({});
  refused({ onetimeOrders: {} });
  refused({ onetimeOrders: { $: { limit: 1 } } });
  refused({ onetimeOrders: { id: 'yes' } });
  refused({ onetimeOrders: { id: null } });
  refused({ onetimeOrders: { $: { last: 1 }, id: true } });
  refused({ 'id } store { id': true });
  refused({ onetimeOrders: { on: { 'X { id } y': { id: true } } } });
});
