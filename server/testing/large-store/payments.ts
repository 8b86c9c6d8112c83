/** The payments and refunds of a large store's orders. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { declineSentences } from '#server/domain/declines.ts';
import type { Store } from '#server/stores/stores.ts';

/** Decline codes by frequency. */
const declines = ['insufficient_funds', 'insufficient_funds', 'card_declined', 'expired_card', 'lost_card'] as const;
const reasons = ['Bought by mistake', 'Not as described', 'Bought twice', 'Does not open', 'Goodwill'];

/**
 * `made_payments` has one row per attempt. One in thirty fails before it succeeds, and the last one of a past-due
 * subscription failed. A fifth of the unpaid orders had an attempt.
 */
export async function drawPayments(tx: Tx, { id: storeId }: Store, now: Date): Promise<void> {
  const until = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`create temporary table made_payments on commit drop as
    with tried as (
      select n, 1 as period, case when fails then 2 else 1 end as attempt, true as succeeds, completed_at as tried_at
      from (select *, pg_temp.draw(n, 10) < 0.03 as fails from made_orders) as bought where is_bought
      union all
      select n, 1, 1, false, at from made_orders
      where is_bought and pg_temp.draw(n, 10) < 0.03
        or not is_bought and not begins and status <> 'pending' and pg_temp.draw(n, 10) < 0.2
      union all
      select n, period, 2 * period, true, paid_from + (period - 1) * months * interval '1 month'
      from made_orders cross join generate_series(1, paid) as period where begins
      union all
      select n, period, 2 * period - 1, false, paid_from + (period - 1) * months * interval '1 month' - interval '1 minute'
      from made_orders cross join generate_series(1, paid + is_late::int) as period
      where begins and (period > paid or pg_temp.draw(100 * n + period, 11) < 0.03)
    )
    select 1000 * n + attempt as n, pg_temp.made_id(least(tried_at, ${until}), ${storeId} || ' payment ' || n || ' ' || attempt)
      as id, o.id as order_id, merchant_id, store_id, period, attempt, succeeds, least(tried_at, ${until}) as at, currency,
      subtotal + tax as amount, tax, rate, buyer, coalesce(identity, email) as identity, product_id, country
    from tried join made_orders o using (n)`);
  await tx.execute(sql`analyze made_payments`);
}

export const insertPayments = (tx: Tx) =>
  tx.execute(sql`
    insert into payments (id, merchant_id, store_id, environment, order_id, product_id, country, period_number, provider,
      provider_payment_id, status, currency, amount_minor, tax_minor, tax_rate_millionths, tax_name, method, card_brand,
      card_last4, failure_code, failure_reason, attempt, succeeded_at, created_at, updated_at)
    select id, merchant_id, store_id, 'test', order_id, product_id, country, period, 'sandbox', 'sandbox_' || id,
      case when succeeds then 'succeeded' else 'failed' end, currency, amount, tax, rate,
      case when rate > 0 then 'VAT' end, 'card', (array['visa', 'mastercard', 'amex'])[1 + buyer % 3],
      lpad((buyer % 10000)::text, 4, '0'), code, reason, attempt, case when succeeds then at end, at, at
    from made_payments
    left join unnest(${sql.param([...declines])}::text[],
      ${sql.param(declines.map((code) => declineSentences[code]))}::text[]) with ordinality as decline (code, reason, index)
      on not succeeds and index = 1 + floor(${declines.length} * pg_temp.draw(n, 12))
    order by at`);

/**
 * One payment in fifty is refunded, in full or by half. Two fifths of the refunds and some other payments had a refund
 * request.
 */
export async function insertRefunds(tx: Tx, { id: storeId }: Store, now: Date): Promise<void> {
  const until = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`create temporary table made_refunds on commit drop as
    select *, least(asked_at + interval '72 hours' * pg_temp.draw(n, 17), ${until}) as answered_at,
      pg_temp.made_id(asked_at, ${storeId} || ' refund ' || n) as refund_id,
      case when is_asked then pg_temp.made_id(asked_at, ${storeId} || ' ticket ' || n) end as ticket_id,
      (${sql.param(reasons)}::text[])[1 + floor(${reasons.length} * pg_temp.draw(n, 18))::int] as reason
    from (
      select *, pg_temp.draw(n, 13) < 0.02 as is_refunded, pg_temp.draw(n, 15) as fate,
        case when pg_temp.draw(n, 13) < 0.02 then pg_temp.draw(n, 14) < 0.4 else pg_temp.draw(n, 14) < 0.006 end as is_asked,
        case when pg_temp.draw(n, 16) < 0.6 then amount else greatest(1, amount / 2) end as part,
        least(at + interval '20 days' * pg_temp.draw(n, 19), ${until}) as asked_at
      from made_payments where succeeds
    ) as drawn where is_refunded or is_asked`);
  await tx.execute(sql`
    insert into refund_tickets (id, merchant_id, store_id, environment, order_id, payment_id, buyer_identity, status,
      currency, amount_minor, reason, resubmissions, reviewed_at, review_seconds, created_at, updated_at)
    select ticket_id, merchant_id, store_id, 'test', order_id, id, identity, status, currency, part, reason, 0,
      case when status <> 'pending' then answered_at end,
      case when status <> 'pending' then extract(epoch from answered_at - asked_at)::int else 0 end, asked_at, answered_at
    from (select *, case when is_refunded then 'approved' when fate < 0.85 then 'rejected' else 'pending' end as status
      from made_refunds) as asked
    where is_asked order by asked_at`);
  await tx.execute(sql`
    insert into refunds (id, merchant_id, store_id, environment, order_id, payment_id, ticket_id, provider,
      provider_refund_id, status, currency, amount_minor, tax_minor, reason, requested_by, failure_reason, succeeded_at,
      created_at, updated_at)
    select refund_id, merchant_id, store_id, 'test', order_id, id, ticket_id, 'sandbox', 'sandbox_' || refund_id, status,
      currency, part, case when part = amount then tax else tax * part / amount end, reason,
      jsonb_build_object('kind', 'dashboard', 'by', merchant_id), case when status = 'failed' then 'The card was closed.' end,
      case when status = 'succeeded' then answered_at end, asked_at, answered_at
    from (select *, case when fate < 0.92 then 'succeeded' when fate < 0.97 then 'failed' else 'pending' end as status
      from made_refunds) as processed
    where is_refunded order by asked_at`);
  await tx.execute(sql`
    update orders set refunded_minor = back, refund_state = case when back < paid then 'partial' else 'full' end
    from (
      select order_id, sum(amount_minor) as back from refunds
      where store_id = ${storeId} and status = 'succeeded' group by order_id
    ) as refunded
    join (
      select order_id, sum(amount_minor) as paid from payments
      where store_id = ${storeId} and status = 'succeeded' group by order_id
    ) as charged using (order_id)
    where orders.id = order_id and orders.store_id = ${storeId}`);
}
