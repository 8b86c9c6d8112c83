import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { databaseAtMigration } from '#server/testing/databases/database-at-migration.ts';

test('0013 keeps stores with their settings, and rows that refer to them', async () => {
  const { sql, migrateTo } = await databaseAtMigration(13);
  const [merchantId, storeId] = [randomUUID(), randomUUID()];
  const dates = { created_at: new Date('2026-11-23T20:59:00Z'), updated_at: new Date('2026-11-24T20:59:00Z') };
  await sql`insert into merchants ${sql({ id: merchantId, name: 'M', email: `${storeId}@example.com`, ...dates })}`;
  const keys = { merchant_id: merchantId, slug: 'seeds-and-co' };
  const store = { ...keys, id: storeId, owner_id: merchantId, name: 'Seeds & Co', status: 'active', ...dates };
  const settings = {
    prod_enabled: true,
    checkout_frame_origins: ['https://seeds.example'],
    test_clock_at: new Date(0),
  };
  await sql`insert into stores ${sql({ ...store, ...settings })}`;
  const [before] = await sql`select * from stores`;
  const member = { merchant_id: merchantId, store_id: storeId, role: 'owner', created_at: dates.created_at };
  await sql`insert into store_members ${sql(member)}`;

  await migrateTo(14);

  expect([...(await sql`select * from stores`)]).toEqual([before]);
  expect([...(await sql`select * from store_directory`)]).toEqual([{ ...keys, store_id: storeId }]);
  const unknown = { ...member, store_id: randomUUID() };
  await expect(sql`insert into store_members ${sql(unknown)}`).rejects.toThrow(
    'store_members_store_id_store_directory_store_id_fk',
  );
  const [named] = await sql`
    select count(*)::int as old from pg_constraint where conparentid = 0 and conname like '%\_stores\_id\_fk'`;
  expect(named?.old).toBe(0);
});
