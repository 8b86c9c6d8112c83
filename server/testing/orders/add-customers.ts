import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/** Adds the customers of a store's inserted orders that were bought, as their payments would have. */
export async function addCustomers(tx: Tx, storeId: string): Promise<void> {
  await tx.execute(sql`
    insert into customers as known (id, merchant_id, store_id, environment, key, identity, email, country, orders,
      first_order_at, last_order_at)
    select (array_agg(id order by id))[1], merchant_id, store_id, environment, key, min(buyer_identity),
      (array_agg(buyer_email order by id desc) filter (where buyer_email is not null))[1],
      (array_agg(country order by id desc) filter (where country is not null))[1], count(*), min(at), max(at)
    from (select *, ${key} as key, billing_detail ->> 'country' as country, coalesce(completed_at, started_at) as at
      from orders) as bought
    where store_id = ${storeId} and customer_id is null and at is not null and key is not null
    group by merchant_id, store_id, environment, key
    on conflict (store_id, environment, key, merchant_id) do update set orders = known.orders + excluded.orders,
      email = coalesce(excluded.email, known.email), country = coalesce(excluded.country, known.country),
      first_order_at = least(known.first_order_at, excluded.first_order_at),
      last_order_at = greatest(known.last_order_at, excluded.last_order_at)`);
  await tx.execute(sql`
    update orders set customer_id = customers.id from customers
    where orders.store_id = ${storeId} and customer_id is null and coalesce(completed_at, started_at) is not null
      and customers.merchant_id = orders.merchant_id and customers.store_id = orders.store_id
      and customers.environment = orders.environment
      and customers.key = ${key}`);
}

const key = sql`coalesce('id:' || buyer_identity, 'email:' || lower(buyer_email))`;
