import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { fromShortId } from '#server/domain/ids.ts';
import { insertStore } from '#server/stores/stores.ts';
import { db, newMerchant, sql, type TestMerchant } from '#server/testing/api.ts';
import { fillStore } from '#server/testing/large-store/make.ts';

// Loaded by Node as in production: Vite would load a second, separate copy of graphql.
const { answerGraphql } = createRequire(import.meta.url)('./answer.ts') as typeof import('./answer.ts');

async function ask(merchant: TestMerchant, text: string): Promise<Record<string, { id: string }[]>> {
  const caller = { kind: 'apiKey', merchantId: merchant.id, keyId: '', environment: 'test' } as const;
  const { status, body } = await answerGraphql(db, caller, { query: text });
  const { data, errors } = JSON.parse(body);
  expect([status, errors]).toEqual([200, undefined]);
  return data;
}

test('merges the rows of several stores into one ordered page', async () => {
  const merchant = await newMerchant();
  const now = new Date();
  await fillStore(db, merchant.store, { orders: 60, now });
  await fillStore(db, await insertStore(db, { merchantId: merchant.id }, 'Second', now), { orders: 30, now });
  await fillStore(db, await insertStore(db, { merchantId: merchant.id }, 'Third', now), { orders: 20, now });
  const other = await newMerchant();
  await fillStore(db, other.store, { orders: 30, now });

  for (const [list, table, prefix, only] of [
    ['onetimeOrders', 'orders', 'ORD', `and product_type = 'onetime'`],
    ['subscriptionOrders', 'orders', 'ORD', `and product_type = 'subscription'`],
    ['payments', 'payments', 'PAY', ''],
    ['refunds', 'refunds', 'REF', ''],
  ] as const) {
    for (const [field, column, direction] of [
      ['createdAt', 'created_at', 'desc'],
      ['updatedAt', 'updated_at', 'asc'],
    ] as const) {
      const rows = await sql.unsafe(
        `select id from ${table} where merchant_id = $1 ${only} order by ${column} ${direction}, id ${direction}`,
        [merchant.id],
      );
      const order = `orderBy: { field: ${field}, direction: ${direction.toUpperCase()} }`;
      const statements: string[] = [];
      for (let cursor = ''; ; ) {
        const { [list]: page = [] } = await ask(merchant, `{ ${list}(limit: 30, ${order}${cursor}) { id } }`);
        statements.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (!last) break;
        cursor = `, cursor: "${last.id}"`;
      }
      expect([list, field, statements.length, new Set(statements).size]).toEqual([
        list,
        field,
        rows.length,
        rows.length,
      ]);
      const { [list]: skipped = [] } = await ask(merchant, `{ ${list}(limit: 5, offset: 7, ${order}) { id } }`);
      expect(skipped.map(({ id }) => id)).toEqual(statements.slice(7, 12));
      const whole = await ask(merchant, `{ ${list}(limit: 100, ${order}) { id } }`);
      expect(whole[list]?.map(({ id }) => id)).toEqual(statements.slice(0, 100));
      expect(statements.map((id) => fromShortId(prefix, id))).toEqual(rows.map(({ id }) => id));
    }
  }
});
