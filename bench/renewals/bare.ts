/** The ceiling of renewals: writes what a renewal has to write, without reads, checks and locks. */
import { randomUUID } from 'node:crypto';
import postgres, { type Row, type Sql, type TransactionSql } from 'postgres';
import { newId } from '#server/domain/ids.ts';

const batch = 100;
const connections = 4;

/**
 * Bills subscriptions in the same transactions as the worker: a hundred intents, then for each the charge in the sandbox's
 * table and the outcome.
 */
export async function billBare(url: string, now: Date, max: number): Promise<void> {
  const sql = postgres(url, { max: connections, max_pipeline: 1 } as object);
  const due = await sql`
    select id, merchant_id, store_id, currency, total_minor, tax_minor, current_period_end
    from orders where next_charge_at <= ${now} order by next_charge_at, id limit ${max}`;
  for (let start = 0; start < due.length; start += batch) {
    const intents = due.slice(start, start + batch).map((order): Intent => ({ ...order, paymentId: newId() }));
    await sql.begin(async (tx) => {
      await insertIntents(tx, intents, now);
    });
    const work = async () => {
      for (let intent = intents.shift(); intent; intent = intents.shift()) await pay(sql, intent, now);
    };
    await Promise.all(Array.from({ length: connections }, work));
  }
  await sql.end();
}

/** The row of an order, and the id of its payment. */
type Intent = Row & { readonly paymentId: string };

const tenantOf = ({ merchant_id, store_id }: Intent) => ({ merchant_id, store_id, environment: 'test' });

async function insertIntents(tx: TransactionSql, intents: readonly Intent[], now: Date): Promise<void> {
  const rows = intents.map((order) => ({
    id: order.paymentId,
    ...tenantOf(order),
    order_id: order.id,
    period_number: 2,
    provider: 'sandbox',
    status: 'processing',
    currency: order.currency,
    amount_minor: order.total_minor,
    tax_minor: order.tax_minor,
    tax_rate_millionths: 190_000,
    tax_name: 'VAT',
    method: 'card',
    card_brand: 'visa',
    card_last4: '4242',
    attempt: 2,
    created_at: now,
    updated_at: now,
  }));
  await tx`insert into payments ${tx(rows)}`;
  const ids = intents.map(({ id }) => id);
  await tx`update orders set next_charge_at = null, updated_at = ${now} where id = any(${ids}::uuid[])`;
}

const eventOf = (order: Intent, type: string, sequence: number, now: Date) => ({
  id: newId(),
  ...tenantOf(order),
  type,
  object_type: 'order',
  object_id: order.id,
  sequence,
  actor: '{"kind": "worker", "by": "bench"}',
  data: JSON.stringify({ paymentId: order.paymentId }),
  created_at: now,
});

async function pay(sql: Sql, order: Intent, now: Date): Promise<void> {
  const { paymentId } = order;
  const [amount, tax] = [Number(order.total_minor), Number(order.tax_minor)];
  const charge = { card_brand: 'visa', card_last4: '4242', created_at: now };
  const charged = { key: paymentId, status: 'succeeded', currency: order.currency, amount_minor: amount, ...charge };
  await sql`insert into sandbox_charges ${sql(charged)}`;
  await sql.begin(async (tx) => {
    await tx`
      update payments set status = 'succeeded', provider_payment_id = ${`sandbox_${paymentId}`}, succeeded_at = ${now},
        updated_at = ${now} where id = ${paymentId}`;
    const id = newId();
    const booked = { ...tenantOf(order), currency: order.currency };
    const transaction = { id, ...booked, kind: 'charge', payment_id: paymentId, occurred_at: now, created_at: now };
    await tx`insert into ledger_transactions ${tx(transaction)}`;
    const movement = { kind: 'charge', subject_id: paymentId, merchant_id: booked.merchant_id };
    await tx`insert into ledger_movements ${tx(movement)}`;
    const amounts = [amount, tax - amount, -tax];
    const entries = ['provider_balance', 'sales', 'tax_payable'].map((account, index) => ({
      id: randomUUID(),
      ...booked,
      transaction_id: id,
      line: index + 1,
      account,
      amount_minor: amounts[index] ?? 0,
    }));
    await tx`insert into ledger_entries ${tx(entries)}`;
    const end = new Date(order.current_period_end);
    end.setUTCMonth(end.getUTCMonth() + 1);
    await tx`
      update orders set period_number = 2, current_period_start = current_period_end, current_period_end = ${end},
        next_charge_at = ${end}, remind_at = ${new Date(end.getTime() - 3 * 86_400_000)}, updated_at = ${now}
      where id = ${order.id}`;
    const events = [eventOf(order, 'payment.succeeded', 4, now), eventOf(order, 'subscription.renewed', 5, now)];
    await tx`
      update event_heads set sequence = 5 where object_id = ${order.id} and merchant_id = ${booked.merchant_id}`;
    await tx`insert into events ${tx(events)}`;
    const lines = events.map(({ id: event_id, merchant_id, object_id, sequence }) => ({
      event_id,
      merchant_id,
      object_id,
      sequence,
    }));
    await tx`insert into event_outbox ${tx(lines)}`;
  });
}
