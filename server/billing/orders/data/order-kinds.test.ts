/** The constraint `orders_kind` against the parser of orders. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { orders } from '#db/schema/index.ts';
import { db } from '#server/testing/api.ts';
import { subscriptionOrderStatuses } from '../../subscriptions/rules/subscription-order.ts';
import { onetimeOrderStatuses } from '../rules/onetime-order.ts';
import { parseOrder } from '../rules/order.ts';

type Row = typeof orders.$inferSelect;

const moment = fc.option(fc.constant('2026-01-01T00:00:00Z'), { freq: 1 });
const billing = fc.record({
  product_type: fc.constantFrom('onetime', 'subscription', 'gift'),
  status: fc.constantFrom(...new Set([...onetimeOrderStatuses, ...subscriptionOrderStatuses]), 'lost'),
  billing_period: fc.option(fc.constant('monthly'), { freq: 3 }),
  completed_at: fc.option(fc.constant('2026-01-01T00:00:00Z'), { freq: 1 }),
  trial_ends_at: moment,
  ended_at: moment,
});
const none = fc.constant(null);
const period = fc.constantFrom(null, '2026-01-01T00:00:00Z').chain((filled) => {
  // Mostly all of a period's columns or none.
  const column = fc.oneof({ weight: 9, arbitrary: fc.constant(filled) }, { weight: 1, arbitrary: moment });
  return fc.record({
    started_at: column,
    current_period_start: column,
    current_period_end: column,
    period_number: column.map((value) => value && 1),
  });
});
const schedule = fc.record({
  next_charge_at: fc.oneof(none, moment),
  remind_at: fc.oneof(none, moment),
  past_due_since: fc.oneof(none, moment),
  paused_at: fc.oneof(none, moment),
});
const otherOrder = fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: fc.uuid() });
const planChange = fc.record({ change_order_id: otherOrder, change_origin_order_id: otherOrder });
const row = fc
  .tuple(billing, period, schedule, planChange)
  .map((parts) => Object.assign({}, ...parts) as Record<string, unknown>);

const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const isParsed = (columns: Record<string, unknown>): boolean => {
  try {
    parseOrder(Object.fromEntries(Object.entries(columns).map(([name, value]) => [camelCase(name), value])) as Row);
    return true;
  } catch {
    return false;
  }
};

test('the database accepts exactly the orders that the parser accepts', async () => {
  const rows = fc.sample(row, 20_000);
  const { rows: constraints } = await db.execute<{ condition: string }>(
    sql`select pg_get_expr(conbin, conrelid) as condition from pg_constraint where conname = 'orders_kind'`,
  );
  const { rows: accepted } = await db.execute<{ is_accepted: boolean }>(
    sql`select (${sql.raw(constraints[0]?.condition ?? '')}) as is_accepted
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given(value, position),
          jsonb_populate_record(null::orders, given.value) order by position`,
  );
  const parsed = rows.map(isParsed);
  expect(accepted.map(({ is_accepted }) => is_accepted)).toEqual(parsed);
  expect(parsed.filter(Boolean).length).toBeGreaterThan(300);
});
