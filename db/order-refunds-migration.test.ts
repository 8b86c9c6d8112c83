/** Orders that were refunded, and methods that were refused, before either said so. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databaseBefore } from '#server/testing/database-before.ts';

test('existing orders get their refund totals, and refused methods the decline that ended them', async () => {
  const journal = JSON.parse(await readFile(join(import.meta.dirname, 'migrations/meta/_journal.json'), 'utf8'));
  const index = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_order_refunds'));
  const { sql, migrateTo } = await databaseBefore(index);
  // Rows that these refer to do not matter here.
  await sql`alter role current_user set session_replication_role = replica`;
  await sql`set session_replication_role = replica`;
  const merchantId = randomUUID();
  const at = new Date();
  const tenant = { merchant_id: merchantId, store_id: randomUUID(), environment: 'test' };
  const made = { created_at: at, updated_at: at };
  const insertOrder = async (paid: number[], refunded: [string, number][]) => {
    const id = randomUUID();
    const product = { product_id: randomUUID(), product_version_id: randomUUID(), product_type: 'subscription' };
    const amounts = { currency: 'USD', subtotal_minor: 100, tax_minor: 0, total_minor: 100 };
    await sql`insert into orders ${sql({
      id,
      ...tenant,
      ...product,
      ...amounts,
      ...made,
      status: 'active',
      checkout_session_id: randomUUID(),
      metadata: sql.json({}),
      expires_at: at,
    })}`;
    const methodId = randomUUID();
    await sql`insert into payment_methods ${sql({
      id: methodId,
      ...tenant,
      order_id: id,
      provider: 'sandbox',
      provider_method_id: id,
      type: 'card',
      refused_at: paid.length > 1 ? at : null,
      created_at: at,
    })}`;
    const charge = {
      ...tenant,
      ...made,
      order_id: id,
      provider: 'sandbox',
      currency: 'USD',
      tax_minor: 0,
      method: 'card',
    };
    for (const [place, amount_minor] of paid.entries()) {
      const attempt = place + 1;
      const period = { attempt, period_number: attempt, payment_method_id: methodId };
      await sql`insert into payments ${sql({ id: randomUUID(), ...charge, ...period, status: 'succeeded', amount_minor })}`;
    }
    const asked = {
      attempt: 9,
      period_number: 9,
      payment_method_id: methodId,
      failure_code: 'authentication_required',
    };
    await sql`insert into payments ${sql({ id: randomUUID(), ...charge, ...asked, status: 'failed', amount_minor: 100 })}`;
    for (const [status, amount_minor] of refunded) {
      const { method: _, ...given } = charge;
      const by = { payment_id: randomUUID(), requested_by: sql.json({}) };
      await sql`insert into refunds ${sql({ id: randomUUID(), ...given, ...by, status, amount_minor })}`;
    }
    return id;
  };
  const whole = await insertOrder(
    [100],
    [
      ['succeeded', 40],
      ['succeeded', 60],
    ],
  );
  const part = await insertOrder(
    [100, 100],
    [
      ['succeeded', 100],
      ['failed', 100],
    ],
  );
  const none = await insertOrder([100], [['pending', 100]]);

  await migrateTo(index + 1);

  const rows = await sql`select id, refund_state, refunded_minor::int as minor from orders`;
  const found = new Map(rows.map(({ id, refund_state, minor }) => [id, [refund_state, minor]]));
  expect([whole, part, none].map((id) => found.get(id))).toEqual([
    ['full', 100],
    ['partial', 100],
    ['none', 0],
  ]);
  const methods = await sql`select order_id, refused_code from payment_methods order by refused_code nulls last`;
  expect(methods.map(({ order_id, refused_code }) => [order_id === part, refused_code])).toEqual([
    [true, 'authentication_required'],
    [false, null],
    [false, null],
  ]);
});
