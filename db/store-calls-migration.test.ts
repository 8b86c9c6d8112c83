import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databaseAtMigration } from '#server/testing/databases/database-at-migration.ts';

test('0010 files calls of a store under its merchant', async () => {
  const { sql, migrateTo } = await databaseAtMigration(10);
  const [merchantId, memberId, storeId] = [randomUUID(), randomUUID(), randomUUID()];
  const at = new Date('2026-11-23T20:59:00Z');
  const dates = { created_at: at, updated_at: at };
  for (const id of [merchantId, memberId])
    await sql`insert into merchants ${sql({ id, name: 'M', email: `${id}@example.com`, ...dates })}`;
  const store = {
    id: storeId,
    merchant_id: merchantId,
    owner_id: memberId,
    name: 'S',
    slug: storeId,
    status: 'active',
  };
  await sql`insert into stores ${sql({ ...store, prod_enabled: false, ...dates })}`;
  const call = { id: randomUUID(), method: 'POST', path: '/', caller_kind: 'apiKey', status: 200, duration_ms: 1 };
  const logged = { ...call, merchant_id: memberId, replayed: false, created_at: at };
  await sql`insert into request_log ${sql({ ...logged, store_id: storeId })}`;
  await sql`insert into request_log ${sql({ ...logged, id: randomUUID() })}`;

  await migrateTo(11);

  const calls = await sql`select store_id, merchant_id from request_log order by store_id nulls last`;
  expect([...calls]).toEqual([
    { store_id: storeId, merchant_id: merchantId },
    { store_id: null, merchant_id: memberId },
  ]);
});
