import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databaseAtMigration } from '#server/testing/databases/database-at-migration.ts';

test('0001 moves a lease to its own columns and leaves an answer unchanged', async () => {
  const { sql, migrateTo } = await databaseAtMigration(1);
  const holder = randomUUID();
  const until = '2026-11-23T21:00:00.123Z';
  const row = { scope: 's', body_digests: sql.json({ $: 'd' }), created_at: new Date('2026-11-23T20:59:00Z') };
  const lease = { ...row, response_status: 102, response_body: until };
  await sql`insert into idempotency_keys ${sql({ ...lease, key: 'leased', holder })}`;
  await sql`insert into idempotency_keys ${sql({ ...lease, key: 'of no one' })}`;
  await sql`insert into idempotency_keys ${sql({ ...row, key: 'answered', response_status: 200, response_body: '{}' })}`;

  await migrateTo(2);

  const rows =
    await sql`select key, response_status, response_body, holder, leased_until from idempotency_keys order by key`;
  const leased = { response_status: null, response_body: null, leased_until: new Date(until) };
  expect([...rows]).toEqual([
    { key: 'answered', response_status: 200, response_body: '{}', holder: null, leased_until: null },
    { key: 'leased', ...leased, holder },
    { key: 'of no one', ...leased, holder: expect.any(String) },
  ]);
  const broken = sql`update idempotency_keys set leased_until = null where key = 'leased'`;
  await expect(broken).rejects.toThrow('idempotency_keys_lease_or_answer');
});
