/** Checks the invariants after a chaos run, against the database and the receivers. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { checkLedger } from '#server/billing/ledger/data/ledger-checks.ts';
import { verifyTrail } from '#server/events/audit/verify-trail.ts';
import type { ConfirmedResults } from './load.ts';
import type { ReceivedDelivery } from './receiver.ts';

export interface Check {
  readonly name: string;
  /** The number of checked items. A check of zero items proves nothing. */
  readonly checked: number;
  readonly problems: readonly string[];
}

/** Work that must be finished by the end of a run. */
const unfinished: Readonly<Record<string, SQL>> = {
  'events not relayed': sql`select count(*) from event_outbox`,
  'deliveries pending': sql`select count(*) from webhook_deliveries where status = 'pending'`,
  'emails queued': sql`select count(*) from emails where status = 'queued'`,
  'refunds pending': sql`select count(*) from refunds where status = 'pending'`,
  'payments in progress': sql`select count(*) from payments where status = 'processing' or unclosed_since is not null`,
  'unfinished clock advances': sql`select count(*) from test_clock_advances where finished_at is null`,
};

/** Returns the unfinished work. The list is empty once the system is at rest. */
export async function readUnfinished(db: Database): Promise<string[]> {
  const remaining: string[] = [];
  for (const [name, work] of Object.entries(unfinished)) {
    const {
      rows: [row],
    } = await db.execute<{ count: string }>(work);
    if (Number(row?.count) > 0) remaining.push(`${name}: ${row?.count}`);
  }
  return remaining;
}

/** Each invariant has a statement that finds the violations, and one that counts the rows that it covers. */
const invariants: readonly { readonly name: string; readonly covered: SQL; readonly violations: SQL }[] = [
  {
    name: 'no period of an order is paid twice',
    covered: sql`select count(*) from payments where status = 'succeeded'`,
    violations: sql`select order_id || ' period ' || period_number as found from payments where status = 'succeeded'
      group by order_id, period_number having count(*) > 1`,
  },
  {
    name: 'captures minus refunds match the orders',
    covered: sql`select count(*) from sandbox_charges where status = 'succeeded'`,
    violations: sql`
      select coalesce(c.key, p.id) || ': bank ' || coalesce(c.amount_minor, 0) || ', back ' || coalesce(b.back, 0)
        || ', payment ' || coalesce(p.status, 'none') || ' ' || coalesce(p.amount_minor, 0) as found
      from (select * from sandbox_charges where status = 'succeeded' and amount_minor > 0) c
      full join (select * from payments where status = 'succeeded' and amount_minor > 0) p on p.id = c.key
      left join (select charge_key, sum(amount_minor) as back from sandbox_refunds where status = 'succeeded'
        group by charge_key) b on b.charge_key = c.key
      left join (select payment_id, sum(amount_minor) as said from refunds where status = 'succeeded'
        group by payment_id) r on r.payment_id = p.id
      where coalesce(c.amount_minor, 0) - coalesce(b.back, 0) <> coalesce(p.amount_minor, 0) - coalesce(r.said, 0)`,
  },
  {
    name: 'exactly the started orders are paid',
    covered: sql`select count(*) from orders`,
    violations: sql`
      select o.id || ' ' || o.status as found from orders o
      where (coalesce(o.completed_at, o.started_at) is not null)
        <> exists (select 1 from payments p where p.order_id = o.id and p.merchant_id = o.merchant_id and p.status = 'succeeded')`,
  },
  {
    name: 'event sequences have no gaps',
    covered: sql`select count(distinct object_id) from events`,
    violations: sql`select object_id::text as found from events group by object_id having max(sequence) <> count(*)`,
  },
  {
    name: 'each webhook event has one delivery per webhook',
    covered: sql`select count(*) from webhook_deliveries`,
    violations: sql`
      select w.id || ' ' || e.type || ' ' || e.id || ': ' || count(d.id) as found
      from events e join webhooks w on w.store_id = e.store_id and w.merchant_id = e.merchant_id
      left join orders o on o.id = e.object_id and o.merchant_id = e.merchant_id
      left join webhook_deliveries d on d.event_id = e.id and d.webhook_id = w.id and d.merchant_id = e.merchant_id
      where e.environment = 'test' and (
        e.type in ('order.completed', 'subscription.activated', 'subscription.renewed', 'subscription.recovered',
          'subscription.canceling', 'subscription.uncanceled', 'subscription.canceled', 'subscription.past_due',
          'refund.succeeded', 'refund.failed')
        or (e.type = 'payment.succeeded' and o.product_type = 'subscription'))
      group by w.id, e.id, e.type having count(d.id) <> 1`,
  },
  {
    name: 'each recipient gets one email per event',
    covered: sql`select count(*) from emails`,
    violations: sql`
      select event_id || ' ' || kind || ' ' || recipient as found from emails where event_id is not null
      group by event_id, kind, recipient, subject having count(*) > 1`,
  },
  {
    name: 'each paid order has one confirmation email',
    covered: sql`select count(*) from emails where kind in ('order_confirmation', 'subscription_confirmation')`,
    violations: sql`
      select o.id || ': ' || count(m.id) as found from orders o
      left join emails m on m.order_id = o.id and m.merchant_id = o.merchant_id and m.kind in ('order_confirmation', 'subscription_confirmation')
      where coalesce(o.completed_at, o.started_at) is not null group by o.id having count(m.id) <> 1`,
  },
];

export async function checkInvariants(db: Database): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, covered, violations } of invariants) {
    const {
      rows: [row],
    } = await db.execute<{ count: string }>(covered);
    const { rows: found } = await db.execute<{ found: string }>(violations);
    checks.push({ name, checked: Number(row?.count), problems: found.map((row) => row.found) });
  }
  return checks;
}

/** Checks that the answers which buyers and merchants received are still true. */
export async function checkConfirmed(db: Database, { sessions, paid }: ConfirmedResults): Promise<Check[]> {
  const listed = async (statement: SQL) =>
    new Set((await db.execute<{ id: string }>(statement)).rows.map(({ id }) => id));
  const existing = await listed(sql`select id from checkout_sessions`);
  const paidOnce = await listed(sql`
    select o.checkout_session_id as id
    from orders o join payments p on p.order_id = o.id and p.merchant_id = o.merchant_id and p.period_number <= 1
    where p.status = 'succeeded' and coalesce(o.completed_at, o.started_at) is not null
    group by o.checkout_session_id having count(*) = 1`);
  return [
    {
      name: 'every created session exists',
      checked: sessions.length,
      problems: sessions.filter((id) => !existing.has(id)),
    },
    {
      name: 'every order that was reported as paid is paid',
      checked: paid.length,
      problems: paid.filter((id) => !paidOnce.has(id)),
    },
  ];
}

/** Checks that the webhook receiver got every delivery, under one ID each and in the order of each object. */
export async function checkDeliveries(
  db: Database,
  { received, forged }: { received: readonly ReceivedDelivery[]; forged: readonly string[] },
) {
  const { rows: deliveries } = await db.execute<{
    id: string;
    webhook: string;
    event: string;
    object: string;
    sequence: number;
    status: string;
  }>(sql`
    select d.id, w.url as webhook, d.body::jsonb ->> 'eventId' as event, object_id as object, sequence, status
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.merchant_id = d.merchant_id`);
  const deliveriesById = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const acceptedIds = new Set(received.flatMap(({ id, isAccepted }) => (isAccepted ? [id] : [])));
  const missing = deliveries.filter(({ id, status }) => status !== 'success' || !acceptedIds.has(id));
  const unknown = received.filter(({ id, eventId, webhook }) => {
    const delivery = deliveriesById.get(id);
    return delivery?.event !== eventId || !delivery.webhook.endsWith(webhook);
  });
  const latest = new Map<string, number>();
  const seen = new Set<string>();
  const unordered: string[] = [];
  for (const { id, isAccepted } of received) {
    const delivery = deliveriesById.get(id);
    if (!delivery || !isAccepted || seen.has(id)) continue;
    seen.add(id);
    const queue = `${delivery.webhook} ${delivery.object}`;
    if (delivery.sequence < (latest.get(queue) ?? 0)) unordered.push(`${id}: ${queue} ${delivery.sequence}`);
    latest.set(queue, Math.max(delivery.sequence, latest.get(queue) ?? 0));
  }
  const newCheck = (name: string, checked: number, problems: readonly string[]): Check => ({ name, checked, problems });
  return [
    newCheck(
      'the receiver accepted every delivery',
      deliveries.length,
      missing.map(({ id, status }) => `${id} ${status}`),
    ),
    newCheck(
      'received requests have the ID of their delivery',
      received.length,
      unknown.map(({ id, eventId }) => `${id} of event ${eventId}`),
    ),
    newCheck('deliveries of an object arrive in order', seen.size, unordered),
    newCheck('every request is signed with a published key', received.length, forged),
  ];
}

/** Runs the service's own consistency checks. */
export async function checkConsistency(db: Database): Promise<Check[]> {
  const ledger = await checkLedger(db);
  const trail = await verifyTrail(db);
  return [
    {
      name: 'the ledger balances, and agrees with payments and refunds',
      checked: ledger.transactions,
      problems: ledger.problems.map(
        ({ description, count, examples }) => `${description}: ${count}, as ${JSON.stringify(examples[0])}`,
      ),
    },
    {
      name: 'the audit log is complete',
      checked: trail.entries,
      problems: trail.problems.map((problem) => JSON.stringify(problem)),
    },
  ];
}
