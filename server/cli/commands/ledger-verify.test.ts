import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#db/client.ts';
import { payments, refunds } from '#db/schema/index.ts';
import { book } from '#server/billing/ledger/data/ledger.ts';
import { checkLedger, type LedgerProof } from '#server/billing/ledger/data/ledger-checks.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import { failureOf } from '#server/domain/declines.ts';
import { newId, toShortId } from '#server/domain/ids.ts';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import type { Store } from '#server/stores/stores.ts';
import { runCommand } from '#server/testing/command-line.ts';
import { newDatabase } from '#server/testing/databases/own-database.ts';
import { makeSubscriptions, monthly } from '#server/testing/orders/many-subscriptions.ts';
import type { TestDatabase } from '#server/testing/test-servers.ts';

const now = new Date('2026-11-15T12:00:00.000Z');

let database: TestDatabase;
let opened: OpenDatabase;
let store: Store;
let other: Store;
/** One untouched payment, and the others by their later history. */
let paid: Record<'plain' | 'refunded' | 'bounced' | 'refunding' | 'unreturned' | 'givenBack', Payment>;
let refunded: Record<RefundStatus, string>;

beforeAll(async () => {
  database = await newDatabase();
  opened = openDatabase(database.url, { max: 3, applicationName: 'counterfoil-tests' });
  const { db } = opened;
  store = await makeSubscriptions(db, 4, now);
  other = await makeSubscriptions(db, 1, now);
  const [plain, refund, bounce, refunding] = await db.select().from(payments).where(eq(payments.storeId, store.id));
  if (!plain || !refund || !bounce || !refunding) throw new Error('no payments');
  const [unreturned, givenBack] = [await captureUnusable(plain, 2), await captureUnusable(refund, 2)];
  await db.update(payments).set({ unclosedSince: null }).where(eq(payments.id, givenBack.id));
  await book(db, { kind: 'give_back', payment: givenBack }, now);
  paid = { plain, refunded: refund, bounced: bounce, refunding, unreturned, givenBack };
  refunded = {
    succeeded: await insertRefund(refund, 'succeeded'),
    failed: await insertRefund(bounce, 'failed'),
    pending: await insertRefund(refunding, 'pending'),
  };
});

afterAll(async () => {
  await opened.close();
  await database.close();
});

/** A late success of an attempt for the next period, which could not be used. */
async function captureUnusable(like: Payment, attempt: number): Promise<Payment> {
  const id = newId();
  const late = { ...failureOf('came_too_late'), status: 'failed' as const, unclosedSince: now, succeededAt: null };
  const own = { id, attempt, periodNumber: 2, providerPaymentId: `sandbox_${id}` };
  const [payment] = await opened.db
    .insert(payments)
    .values({ ...like, ...late, ...own })
    .returning();
  if (!payment) throw new Error('no payment');
  await book(opened.db, { kind: 'unusable_charge', payment }, now);
  return payment;
}

/** Refunds half of a payment. A failed refund had succeeded first. */
async function insertRefund(payment: Payment, status: RefundStatus): Promise<string> {
  const { merchantId, storeId, environment, orderId, provider, currency } = payment;
  const amounts = { amountMinor: monthly.amountMinor / 2, taxMinor: monthly.taxMinor / 2 };
  const refund = { id: newId(), ...amounts };
  await opened.db.insert(refunds).values({
    merchantId,
    storeId,
    environment,
    orderId,
    provider,
    currency,
    ...refund,
    paymentId: payment.id,
    status,
    requestedBy: { kind: 'dashboard', by: 'MER' },
    createdAt: now,
    updatedAt: now,
  });
  if (status !== 'pending') await book(opened.db, { kind: 'refund', payment, refund }, now);
  if (status === 'failed') await book(opened.db, { kind: 'refund_reversed', payment, refund }, now);
  return refund.id;
}

class Undone extends Error {}

/** Checks a manipulated ledger, and rolls the manipulation back. */
async function checkPlanted(corruptions: readonly SQL[], storeId?: string): Promise<LedgerProof> {
  let proof: LedgerProof | undefined;
  const tampered = opened.db.transaction(async (tx) => {
    // Without triggers and foreign keys.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const corruption of corruptions) await tx.execute(corruption);
    proof = await checkLedger(tx, storeId);
    throw new Undone();
  });
  await expect(tampered).rejects.toThrow(Undone);
  if (!proof) throw new Error('not checked');
  return proof;
}

const found = ({ problems }: LedgerProof) =>
  problems.map(({ name, count, examples }) => [name, count, examples.map(({ id }) => id)]);

const idOf = async (rows: SQL): Promise<string> => {
  const {
    rows: [row],
  } = await opened.db.execute<{ id: string }>(rows);
  if (!row) throw new Error('no row');
  return row.id;
};
const transactionOf = (kind: string, payment: Payment) =>
  idOf(sql`select id from ledger_transactions where kind = ${kind} and payment_id = ${payment.id}`);
const entryOf = (transactionId: string, account: string) =>
  idOf(sql`select id from ledger_entries where transaction_id = ${transactionId} and account = ${account}`);

test('reports the balances of a correct ledger, without problems', async () => {
  const proof = await checkLedger(opened.db, store.id);
  expect(proof.problems).toEqual([]);
  expect(proof.transactions).toBe(4 + 2 + 1 + 1 + 2);
  const { amountMinor, taxMinor } = monthly;
  const [half, halfTax] = [amountMinor / 2, taxMinor / 2];
  expect(proof.totals).toEqual([
    {
      environment: 'test',
      currency: 'USD',
      provider_balance: BigInt(4 * amountMinor - half + amountMinor),
      sales: BigInt(-4 * (amountMinor - taxMinor)),
      tax_payable: BigInt(-4 * taxMinor + halfTax),
      refunds: BigInt(half - halfTax),
      owed_to_buyers: BigInt(-amountMinor),
      buyer_credits: 0n,
    },
  ]);
  expect((await checkLedger(opened.db)).problems).toEqual([]);
});

test('does not block other transactions', async () => {
  const modes = await opened.db.transaction(async (tx) => {
    await checkLedger(tx);
    return await tx.execute<{ mode: string }>(
      sql`select distinct mode from pg_locks where pid = pg_backend_pid() and relation is not null`,
    );
  });
  expect(modes.rows.map(({ mode }) => mode)).toEqual(['AccessShareLock']);
});

test('the database refuses to book a payment that does not exist', async () => {
  const missing = { ...paid.plain, id: newId() };
  await expect(opened.db.transaction((tx) => book(tx, { kind: 'charge', payment: missing }, now))).rejects.toThrow();
});

describe('finds each kind of error by its check', () => {
  test('a changed entry', async () => {
    const charge = await transactionOf('charge', paid.plain);
    const sales = await entryOf(charge, 'sales');
    const proof = await checkPlanted([
      sql`update ledger_entries set amount_minor = amount_minor - 1 where id = ${sales}`,
    ]);
    expect(found(proof)).toEqual([
      ['unbalanced', 1, [charge]],
      ['currency_unbalanced', 1, [store.id]],
      ['amounts_differ', 1, [charge]],
    ]);
    expect(proof.problems[0]?.examples[0]?.detail).toBe('-1 USD in 3 entries');
    expect(proof.problems[2]?.examples[0]?.detail).toBe('sales by -1');
  });

  test('missing entries', async () => {
    const charge = await transactionOf('charge', paid.plain);
    expect(found(await checkPlanted([sql`delete from ledger_entries where transaction_id = ${charge}`]))).toEqual([
      ['unbalanced', 1, [charge]],
      ['amounts_differ', 1, [charge]],
    ]);
  });

  test('a missing transaction: orphaned entries and an unbooked payment', async () => {
    const charge = await transactionOf('charge', paid.plain);
    const proof = await checkPlanted([sql`delete from ledger_transactions where id = ${charge}`]);
    expect(proof.problems.map(({ name, count }) => [name, count])).toEqual([
      ['entry_elsewhere', 3],
      ['amounts_differ', 1],
      ['charge_missing', 1],
    ]);
    expect(proof.problems[2]?.examples).toEqual([{ id: paid.plain.id, detail: `${monthly.amountMinor} USD` }]);
  });

  test('net and tax swapped in correct sums', async () => {
    const charge = await transactionOf('charge', paid.plain);
    const shift = (account: string, by: number) =>
      sql`update ledger_entries set amount_minor = amount_minor + ${by}::int where transaction_id = ${charge} and account = ${account}`;
    expect(found(await checkPlanted([shift('sales', 5), shift('tax_payable', -5)]))).toEqual([
      ['amounts_differ', 1, [charge]],
    ]);
  });

  test('two transactions that balance only together', async () => {
    const [one, two] = [await transactionOf('charge', paid.plain), await transactionOf('charge', paid.bounced)];
    const shift = (id: string, by: number) =>
      sql`update ledger_entries set amount_minor = amount_minor + ${by}::int where transaction_id = ${id} and line = 1`;
    expect(found(await checkPlanted([shift(one, 7), shift(two, -7)]))).toEqual([
      ['unbalanced', 2, [one, two].toSorted()],
      ['amounts_differ', 2, [one, two].toSorted()],
    ]);
  });

  test.each([
    ['store_id', () => other.id],
    ['merchant_id', () => other.merchantId],
    ['environment', () => 'prod'],
    ['currency', () => 'EUR'],
  ])('an entry with another %s than its transaction', async (column, value) => {
    const entry = await entryOf(await transactionOf('charge', paid.plain), 'sales');
    const move = sql`update ledger_entries set ${sql.identifier(column)} = ${value()} where id = ${entry}`;
    const proof = await checkPlanted([move]);
    expect(found(proof)).toContainEqual(['entry_elsewhere', 1, [entry]]);
    expect(proof.problems.some(({ name }) => name === 'currency_unbalanced')).toBe(column !== 'merchant_id');
  });

  test.each([
    ['store_id', () => other.id],
    ['merchant_id', () => other.merchantId],
    ['environment', () => 'prod'],
    ['currency', () => 'EUR'],
    ['payment_id', () => paid.plain.id],
    ['refund_id', () => null],
    ['kind', () => 'charge'],
  ])('a refund’s transaction with another %s than what it books', async (column, value) => {
    const refund = await transactionOf('refund', paid.refunded);
    const move = sql`update ledger_transactions set ${sql.identifier(column)} = ${value()} where id = ${refund}`;
    expect(found(await checkPlanted([move]))).toContainEqual(['transaction_elsewhere', 1, [refund]]);
  });

  test('an unbooked successful payment', async () => {
    const corruption = sql`update payments set status = 'succeeded', failure_code = null where id = ${paid.unreturned.id}`;
    expect(found(await checkPlanted([corruption]))).toEqual([
      ['charge_missing', 1, [paid.unreturned.id]],
      ['give_back_unmatched', 1, [paid.unreturned.id]],
    ]);
  });

  test.each(['processing', 'requires_action', 'failed'])('a payment that is booked and %s', async (status) => {
    const corruption = sql`update payments set status = ${status} where id = ${paid.plain.id}`;
    expect(found(await checkPlanted([corruption]))).toEqual([['charge_unearned', 1, [paid.plain.id]]]);
  });

  test('a booked payment of zero', async () => {
    const corruption = sql`update payments set amount_minor = 0, tax_minor = 0 where id = ${paid.plain.id}`;
    expect(found(await checkPlanted([corruption]))).toEqual([
      ['amounts_differ', 1, [await transactionOf('charge', paid.plain)]],
      ['charge_unearned', 1, [paid.plain.id]],
    ]);
  });

  test.each([
    ['charge', () => paid.plain],
    ['refund', () => paid.refunded],
    ['give_back', () => paid.givenBack],
  ])('a %s that is booked twice', async (kind, payment) => {
    const twice = sql`with again as (
        insert into ledger_transactions select gen_random_uuid(), merchant_id, store_id, environment, kind, payment_id,
          refund_id, currency, occurred_at, created_at
        from ledger_transactions where kind = ${kind} and payment_id = ${payment().id} returning id
      ) insert into ledger_entries select gen_random_uuid(), merchant_id, store_id, environment, again.id, line, account,
          currency, amount_minor
        from ledger_entries, again where transaction_id = ${await transactionOf(kind, payment())}`;
    const proof = await checkPlanted([twice]);
    expect(found(proof)).toContainEqual(['booked_twice', 1, [payment().id]]);
  });

  test.each([
    ['succeeded', 'refund_missing', () => refunded.pending],
    ['failed', 'refund_missing', () => refunded.succeeded],
    ['pending', 'refund_unearned', () => refunded.succeeded],
    ['succeeded', 'refund_unearned', () => refunded.failed],
  ])('a refund that is %s by its row and not by its bookings: %s', async (status, check, refund) => {
    const corruption = sql`update refunds set status = ${status} where id = ${refund()}`;
    expect(found(await checkPlanted([corruption]))).toEqual([[check, 1, [refund()]]]);
  });

  test('the reversal of an unbooked refund', async () => {
    const refund = await transactionOf('refund', paid.bounced);
    const corruptions = [
      sql`delete from ledger_entries where transaction_id = ${refund}`,
      sql`delete from ledger_transactions where id = ${refund}`,
    ];
    expect(found(await checkPlanted(corruptions))).toEqual([['refund_unearned', 1, [refunded.failed]]]);
  });

  test('a refund booked with another amount', async () => {
    const corruption = sql`update refunds set amount_minor = amount_minor - 1 where id = ${refunded.succeeded}`;
    expect(found(await checkPlanted([corruption]))).toEqual([
      ['amounts_differ', 1, [await transactionOf('refund', paid.refunded)]],
    ]);
  });

  test.each([
    ['given back by its row only', () => paid.unreturned, sql`unclosed_since = null`],
    ['given back by the ledger only', () => paid.givenBack, sql`unclosed_since = now()`],
    ['never taken by its row', () => paid.unreturned, sql`failure_code = 'card_declined'`],
  ])('an unusable charge, %s', async (_, payment, change) => {
    const corruption = sql`update payments set ${change} where id = ${payment().id}`;
    expect(found(await checkPlanted([corruption]))).toEqual([['give_back_unmatched', 1, [payment().id]]]);
  });

  test.each([
    ['taken and not booked', 'unusable_charge', () => paid.unreturned],
    ['given back and never taken', 'unusable_charge', () => paid.givenBack],
    ['given back and not booked so', 'give_back', () => paid.givenBack],
  ])('an unusable charge, %s', async (_, kind, payment) => {
    const gone = await transactionOf(kind, payment());
    const corruptions = [
      sql`delete from ledger_entries where transaction_id = ${gone}`,
      sql`delete from ledger_transactions where id = ${gone}`,
    ];
    expect(found(await checkPlanted(corruptions))).toEqual([['give_back_unmatched', 1, [payment().id]]]);
  });

  test.each([
    ['the amount', sql`amount_minor = ${monthly.amountMinor + 1}`],
    ['the tax', sql`tax_minor = ${monthly.taxMinor + 1}`],
  ])('more refunded than was paid: %s', async (_, change) => {
    const corruption = sql`update refunds set ${change} where id = ${refunded.pending}`;
    expect(found(await checkPlanted([corruption]))).toEqual([['refunded_too_much', 1, [paid.refunding.id]]]);
  });

  test('a refund of an unsuccessful payment', async () => {
    const corruption = sql`update refunds set payment_id = ${paid.givenBack.id} where id = ${refunded.pending}`;
    expect(found(await checkPlanted([corruption]))).toEqual([['refunded_too_much', 1, [paid.givenBack.id]]]);
  });
});

test('counts all errors of a kind, lists the first, and excludes other stores', async () => {
  const corruption = sql`insert into payments
    select (row).* from (
      select jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'attempt', n, 'period_number', n,
        'provider_payment_id', 'sandbox_' || n)) as row
      from payments p cross join generate_series(10, 34) as n where p.id = ${paid.plain.id}
    ) as many`;
  const { problems } = await checkPlanted([corruption], store.id);
  expect(problems.map(({ name, count, examples }) => [name, count, examples.length])).toEqual([
    ['charge_missing', 25, 20],
  ]);
  expect((await checkPlanted([corruption], other.id)).problems).toEqual([]);
});

describe('the database refuses', () => {
  const causeOf = async (work: Promise<unknown>): Promise<string> => {
    const error = (await work.then(
      () => undefined,
      (reason: unknown) => reason,
    )) as (Error & { cause?: Error }) | undefined;
    return error?.cause?.message ?? error?.message ?? 'nothing was refused';
  };
  const execute = (statement: SQL) => opened.db.execute(statement);

  test.each(['ledger_transactions', 'ledger_entries'])('to change, remove or empty %s', async (name) => {
    const table = sql.identifier(name);
    const refusal = 'the ledger is append-only';
    expect(await causeOf(execute(sql`update ${table} set currency = 'EUR'`))).toBe(refusal);
    expect(await causeOf(execute(sql`delete from ${table}`))).toBe(refusal);
    expect(await causeOf(execute(sql`truncate ${table} cascade`))).toBe(refusal);
  });

  test('a movement that is booked already', async () => {
    const again = book(opened.db, { kind: 'charge', payment: paid.plain }, now);
    expect(await causeOf(again)).toContain('ledger_movements');
  });
});

describe('the command', () => {
  const verify = (...args: string[]) => runCommand(['ledger', 'verify', ...args], database.url);

  test('prints sums and exits 0 without problems; names an unknown store', async () => {
    const right = await verify('--store', store.slug);
    expect([right.code, right.stderr]).toEqual([0, '']);
    expect(right.stdout).toMatch(/^test {2}USD +96\.39 +-72\.00 +-11\.97 +9\.00 +-21\.42 +0\.00$/m);
    expect(right.stdout).toContain('10 transactions. They balance');
    const json = JSON.parse((await verify('--store', toShortId('STO', other.id), '--json')).stdout);
    expect(json).toMatchObject({ isRight: true, transactions: 1, problems: [] });
    expect(json.totals).toEqual([
      {
        environment: 'test',
        currency: 'USD',
        provider_balance: '21.42',
        sales: '-18.00',
        tax_payable: '-3.42',
        refunds: '0.00',
        owed_to_buyers: '0.00',
        buyer_credits: '0.00',
      },
    ]);
    const unknown = await verify('--store', 'no-such-store');
    expect([unknown.code, unknown.stdout, unknown.stderr]).toEqual([1, '', "Store not found: 'no-such-store'\n"]);
  });

  test('lists the problems and exits 1', async () => {
    const { db } = opened;
    await db.update(payments).set({ status: 'processing' }).where(eq(payments.id, paid.plain.id));
    try {
      const wrong = await verify();
      expect(wrong.code).toBe(1);
      expect(wrong.stdout).toContain('(charge_unearned): 1');
      expect(wrong.stdout).toContain(`  ${toShortId('PAY', paid.plain.id)}  processing, ${monthly.amountMinor} USD`);
      const { code, stdout } = await verify('--json');
      expect([code, JSON.parse(stdout).isRight]).toEqual([1, false]);
      expect(JSON.parse(stdout).problems[0].examples).toEqual([
        { id: toShortId('PAY', paid.plain.id), detail: `processing, ${monthly.amountMinor} USD` },
      ]);
    } finally {
      await db.update(payments).set({ status: 'succeeded' }).where(eq(payments.id, paid.plain.id));
    }
  });
});
