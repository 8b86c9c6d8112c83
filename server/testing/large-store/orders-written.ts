/** Inserts a large store's orders from the generated rows. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';

/** The checkout session of each order. */
export const insertSessions = (tx: Tx) =>
  tx.execute(sql`
    insert into checkout_sessions (id, merchant_id, store_id, environment, product_id, product_version_id, product_type,
      currency, price, buyer_email, buyer_identity, metadata, expires_at, created_at)
    select session_id, merchant_id, store_id, 'test', product_id, version_id, product_type, currency, price, email,
      identity, '{}', at + interval '1 day', at
    from made_orders order by n`);

/** Payments identify buyers by this key. */
const key = sql`coalesce('id:' || identity, 'email:' || lower(email))`;

/** The customers, as payments of the orders would insert them. */
export const insertCustomers = (tx: Tx) =>
  tx.execute(sql`
    insert into customers (id, merchant_id, store_id, environment, key, identity, email, country, orders,
      first_order_at, last_order_at)
    select (array_agg(id order by bought_at, id))[1], merchant_id, store_id, 'test', ${key}, min(identity), min(email),
      min(country), count(*), min(bought_at), max(bought_at)
    from (select *, coalesce(completed_at, started_at) as bought_at from made_orders) as bought
    where bought_at is not null
    group by merchant_id, store_id, 5`);

/** The orders. Paid orders and started subscriptions have a customer. */
export const insertOrders = (tx: Tx) =>
  tx.execute(sql`
    insert into orders (id, merchant_id, store_id, environment, product_type, status, checkout_session_id, product_id,
      product_version_id, currency, subtotal_minor, tax_minor, total_minor, tax_rate_millionths, tax_name, buyer_email,
      buyer_identity, customer_id, billing_detail, metadata, expires_at, completed_at, canceled_at, billing_period,
      started_at, trial_ends_at, current_period_start, current_period_end, period_number, next_charge_at,
      past_due_since, ended_at, created_at, updated_at)
    select m.id, m.merchant_id, m.store_id, 'test', product_type, status, session_id, product_id, version_id, currency,
      subtotal, tax, subtotal + tax, rate, case when rate > 0 then 'VAT' end, m.email, m.identity, c.id,
      jsonb_build_object('country', m.country, 'isBusiness', false), '{}', at + interval '1 day', completed_at,
      case when not begins and status = 'canceled' then at + interval '1 hour'
        when status in ('canceled', 'canceling') then period_start + interval '1 day' end,
      billing_period, started_at, trial_ends_at, period_start, period_end, case when begins then paid end,
      case status when 'active' then period_end when 'trialing' then period_end when 'past_due'
        then period_end + interval '17 days' end,
      case when status = 'past_due' then period_end end,
      case when begins and status = 'canceled' then period_end end, at,
      case when begins and status = 'canceled' then period_end else coalesce(completed_at, period_start, at) end
    from made_orders m
    left join customers c on c.store_id = m.store_id and c.environment = 'test'
      and (m.completed_at is not null or m.started_at is not null)
      and c.key = coalesce('id:' || m.identity, 'email:' || lower(m.email))
    order by n`);
