import { expect, test } from 'vitest';
import { databaseUrl } from '#server/testing/worker-servers.ts';
import { findScattered } from './plan-on-cluster.ts';

const find = async (text: string) => await findScattered(databaseUrl, [{ text, place: 'here:1' }]);

test.each([
  'select 1 from orders where id = $1 and merchant_id = $2',
  'select (select count(*) from payments p where p.order_id = o.id and p.merchant_id = $1) from orders o where o.merchant_id = $1',
  'select 1 from store_directory where slug = $1',
  'select /* every merchant */ 1 from orders where next_charge_at < $1',
  'select 1 from pgboss.job',
  'insert into event_heads (object_id, merchant_id, sequence) values ($1, $2, 1)',
  'select 1 from orders o join payments p on p.merchant_id = o.merchant_id where o.merchant_id = any($1)',
  'begin',
])('accepts %s', async (text) => {
  expect(await find(text)).toEqual([]);
});

test.each([
  ['select 1 from orders where id = $1', 'asks 2 parts'],
  [
    'select (select count(*) from payments p where p.order_id = o.id and p.merchant_id = o.merchant_id) from orders o where o.merchant_id = $1',
    'asks 2 parts',
  ],
  [
    'update payments set status = changed.status from json_to_recordset($1) as changed (id uuid, merchant_id uuid, status text) where payments.id = changed.id and payments.merchant_id = changed.merchant_id',
    'asks 2 parts',
  ],
  [
    "insert into event_heads (object_id, merchant_id, sequence) select id, merchant_id, 1 from json_to_recordset('[]') as head (id uuid, merchant_id uuid)",
    'sends rows through the coordinator',
  ],
  ['select 1 from orders o join payments p on p.id = o.id and p.merchant_id > o.merchant_id', 'not planned'],
])('rejects %s', async (text, problem) => {
  const [found = ''] = await find(text);
  expect(found).toContain(`here:1: ${problem}`);
  expect(found).toContain(text);
});
