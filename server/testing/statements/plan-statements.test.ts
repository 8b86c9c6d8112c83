import { expect, test } from 'vitest';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { findUnscoped } from './plan-statements.ts';

const find = async (text: string) => await findUnscoped(databaseUrl, [{ text, place: 'here:1' }]);
const join = 'select 1 from orders o join payments p on p.order_id = o.id';

test.each([
  'select 1 from orders where id = $1 and merchant_id = $2',
  'select 1 from orders where merchant_id = any($1) and store_id = $2',
  `${join} and p.merchant_id = o.merchant_id where o.id = $1 and o.merchant_id = $2`,
  `${join} where o.merchant_id = $1 and p.merchant_id = $2`,
  'select 1 from orders o where o.merchant_id = $1 and exists (select from payments p where p.order_id = o.id and p.merchant_id = o.merchant_id)',
  'select 1 from events where object_id = $1 and merchant_id = $2',
  'update orders set status = $1 from (values ($2::uuid, $3::uuid)) as changed(id, merchant_id) where orders.id = changed.id and orders.merchant_id = changed.merchant_id',
  'with due as (select id, merchant_id from orders where merchant_id = $1) select 1 from due join payments p on p.order_id = due.id and p.merchant_id = due.merchant_id',
  'insert into event_heads (object_id, merchant_id, sequence) values ($1, $2, 1) on conflict (object_id, merchant_id) do nothing',
  'select 1 from store_directory where slug = $1',
  'select /* every merchant */ 1 from orders where next_charge_at < $1',
  'select 1 from pgboss.job',
  'select 1 from orders where (merchant_id = $1 and id = $2) or (merchant_id = $3 and store_id = $4)',
  'begin',
])('accepts %s', async (text) => {
  expect(await find(text)).toEqual([]);
});

test.each([
  ['select 1 from orders where id = $1', 'orders'],
  [`${join} where o.id = $1 and o.merchant_id = $2`, 'payments'],
  [`${join} and p.merchant_id = o.merchant_id where o.id = $1`, 'orders, payments'],
  ['select 1 from orders o join store_directory s on s.merchant_id = o.merchant_id where s.slug = $1', 'orders'],
  ['select 1 from orders where merchant_id = $1 or id = $2', 'orders'],
  ['select 1 from orders where merchant_id <> $1', 'orders'],
  ['select 1 from orders where store_id = $1 and (merchant_id = $2 or (id = $3 and status = $4))', 'orders'],
  [
    'select 1 from orders o where o.merchant_id = $1 and exists (select from payments p where p.order_id = o.id)',
    'payments',
  ],
  ['select 1 from events where object_id = $1', 'events'],
  ['update orders set status = $1 where id = $2 and store_id = $3', 'orders'],
  ['delete from group_products where group_id = $1', 'group_products'],
  ['with due as (select id from orders where next_charge_at < $1) select 1 from due', 'orders'],
  ['select no_such_column from orders where merchant_id = $1', 'not planned (column "no_such_column" does not exist)'],
])('reports %s', async (text, tables) => {
  expect(await find(text)).toEqual([`here:1: ${tables}: ${text}`]);
});
