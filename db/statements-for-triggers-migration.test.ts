import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databaseAtMigration } from '#server/testing/databases/database-at-migration.ts';

const noMerchant = '00000000-0000-0000-0000-000000000000';

test('0009 puts waiting events and idempotency keys with their merchant', async () => {
  const { sql, migrateTo } = await databaseAtMigration(9);
  const [merchantId, storeId, objectId] = [randomUUID(), randomUUID(), randomUUID()];
  const [first, second, removed] = [randomUUID(), randomUUID(), randomUUID()];
  const now = new Date('2026-11-26T12:00:00Z');
  const times = { created_at: now, updated_at: now };
  await sql`insert into merchants ${sql({ id: merchantId, name: 'Ana', email: 'ana@example.com', ...times })}`;
  const owner = { merchant_id: merchantId, owner_id: merchantId };
  await sql`insert into stores ${sql({ id: storeId, ...owner, name: 'Shop', slug: 'shop', status: 'active', prod_enabled: false, ...times })}`;
  const subject = { merchant_id: merchantId, environment: 'test', object_type: 'store', object_id: objectId };
  for (const id of [first, second]) {
    const event = { id, ...subject, type: 'store.updated', actor: sql.json({}), data: sql.json({}), created_at: now };
    await sql`insert into events ${sql(event)}`;
  }
  // A consumer failed, and another event was removed while it waited.
  await sql`update event_outbox set attempts = 1, next_attempt_at = ${now}, last_error = 'e' where event_id = ${first}`;
  await sql`insert into event_outbox ${sql([removed, randomUUID()].map((event_id, index) => ({ event_id, object_id: index === 0 ? objectId : randomUUID() })))}`;
  const answer = { key: 'k', body_digests: sql.json({}), response_status: 200, response_body: '{}', created_at: now };
  const scopes = [
    `merchant ${merchantId} test /a`,
    `store ${storeId} test /b`,
    `customer ${storeId} ana maria test /c`,
  ];
  for (const scope of [...scopes, `store ${randomUUID()} test /b`])
    await sql`insert into idempotency_keys ${sql({ ...answer, scope })}`;

  await migrateTo(10);

  const waiting = await sql`
    select event_id, merchant_id, sequence, attempts from event_outbox order by sequence < 0, sequence desc`;
  expect([...waiting].map((line) => [line.merchant_id, line.sequence, line.attempts])).toEqual([
    [merchantId, 2, 0],
    [merchantId, 1, 1],
    [merchantId, -3, 0],
    [noMerchant, -4, 0],
  ]);
  expect(waiting.map((line) => line.event_id).slice(0, 3)).toEqual([second, first, removed]);
  const keys = await sql`select scope, merchant_id from idempotency_keys order by scope`;
  expect([...keys]).toEqual(scopes.toSorted().map((scope) => ({ scope, merchant_id: merchantId })));
});
