/** Generates the history of each order of a large store before anything is inserted. */
import { sql } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import type { Store } from '#server/stores/stores.ts';

/** The buyers' countries, with the tax rate in millionths and the currency. */
const countries = [
  ...'US CA AU GB IN BR MX ZA KR SG NZ CH NO'.split(' ').map((country) => [country, 0, 'USD'] as const),
  ...'JP'.split(' ').map((country) => [country, 100_000, 'JPY'] as const),
  ...'DE FR AT BE BG HR CY CZ DK EE FI GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES'
    .split(' ')
    .map((country) => [country, 200_000, 'EUR'] as const),
];

/**
 * `made_orders` has one row per order: 60 % are paid one-time orders, 25 % are started subscriptions. The rest were
 * never paid: pending if they are from the last day, otherwise expired or canceled. A buyer has one to about twenty
 * orders.
 */
export async function drawOrders(
  tx: Tx,
  { merchantId, id: storeId }: Store,
  { orders, now }: { orders: number; now: Date },
): Promise<void> {
  const until = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`create temporary table made_countries on commit drop as
    select index, country, rate::int, currency from unnest(${sql.param(countries.map(([country]) => country))}::text[],
      ${sql.param(countries.map(([, rate]) => rate))}::int[], ${sql.param(countries.map(([, , currency]) => currency))}::text[])
      with ordinality as listed (country, rate, currency, index)`);
  await tx.execute(sql`create temporary table made_orders on commit drop as
    with drawn as (
      select n, kind, fate, buyer, date_trunc('milliseconds', ${until} - interval '2 years' * (1 - age)) as at,
        1 + least(2, floor(3 * age))::int as version_number,
        case when kind < 0.60 or kind between 0.85 and 0.96 then floor(8 * taste * taste)::int
          else 8 + floor(4 * taste)::int end as index,
        kind between 0.60 and 0.85 as begins, kind < 0.60 as is_bought
      from (
        select n, pg_temp.draw(n, 1) as kind, pg_temp.draw(n, 2) as fate, pg_temp.draw(n, 3) as taste,
          (n - 1 + pg_temp.draw(n, 0)) / ${orders} as age,
          -- Twenty slots of a block are shared out in widths of one to twenty: so many orders a buyer has.
          slot - slot % 20 + (slot % 20) / width * width as buyer
        from (
          select n, slot, 1 + floor(20 * pg_temp.draw(slot / 20, 4))::int as width
          from (select n::bigint, floor(${orders} * pg_temp.draw(n, 5))::bigint as slot
            from generate_series(1, ${orders}::int) as n) as slotted
        ) as shared
      ) as started
    ), begun as (
      select drawn.*, v.product_id, v.version_id, v.billing_period, v.months, v.prices, p.country, p.rate, p.currency,
        begins and at > ${until} - interval '14 days' and drawn.index = 8 as is_trying,
        case when begins and drawn.index = 8 then at + interval '14 days' end as trial_ends_at
      from drawn
      join made_versions v on v.index = drawn.index and v.version_number = drawn.version_number
      join made_countries p on p.index = 1 + (hashint8extended(buyer, 6) & 2147483647) % ${countries.length}
    ), counted as (
      select *, case when begins and not is_trying then 1 + floor((12 * extract(year from age(${until}, paid_from))
        + extract(month from age(${until}, paid_from))) / months)::int end as periods
      from (select *, coalesce(trial_ends_at, at) as paid_from from begun) as timed
    ), ended as (
      select *, case when fate < 0.35 and 1 + floor(pg_temp.draw(n, 7) * periods) < periods
        then 1 + floor(pg_temp.draw(n, 7) * periods)::int end as ended_after,
        fate > 0.93 and periods > 1
          and paid_from + (periods - 1) * months * interval '1 month' > ${until} - interval '16 days' as is_late
      from counted
    ), said as (
      select *, case when is_bought then 'completed' when is_trying then 'trialing'
          when ended_after is not null then 'canceled' when is_late then 'past_due'
          when begins and fate > 0.90 then 'canceling' when begins then 'active'
          when at > ${until} - interval '1 day' then 'pending' when fate < 0.7 then 'expired' else 'canceled' end as status,
        case when is_trying then 0 else coalesce(ended_after, periods - is_late::int) end as paid
      from ended
    )
    select n, pg_temp.made_id(at, ${storeId} || ' order ' || n) as id,
      overlay(overlay(md5(${storeId} || ' session ' || n) placing '4' from 13) placing '8' from 17)::uuid as session_id,
      ${merchantId}::uuid as merchant_id, ${storeId}::uuid as store_id, buyer, at, begins, is_bought, is_late, fate,
      status, product_id, version_id, billing_period, months, country, rate, currency, paid_from, trial_ends_at, paid,
      case when billing_period is null then 'onetime' else 'subscription' end as product_type,
      prices -> currency as price, (prices -> currency ->> 'amountMinor')::bigint as subtotal,
      round((prices -> currency ->> 'amountMinor')::bigint * rate / 1000000.0)::bigint as tax,
      'buyer' || buyer || '@example.com' as email, case when buyer % 2 = 0 then 'user-' || buyer end as identity,
      case when is_bought then at + interval '2 minutes' end as completed_at, case when begins then at end as started_at,
      case when not begins then null when paid = 0 then at else paid_from + (paid - 1) * months * interval '1 month' end
        as period_start,
      case when not begins then null when paid = 0 then trial_ends_at
        else paid_from + paid * months * interval '1 month' end as period_end
    from said`);
  await tx.execute(sql`analyze made_orders`);
}
