/** The refund state of orders in lists, filters, exports and GraphQL; their `status` keeps the contract's values. */

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { addDays } from '#server/domain/billing-calendar.ts';
import { toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { db, newMerchant, type TestMerchant } from '#server/testing/api.ts';
import { freeze, paidOrder } from '#server/testing/orders/refunds.ts';
import { newSubscription } from '#server/testing/orders/subscriptions.ts';
import { executeRefunds } from '../jobs/execute-refunds.ts';
import { readFullOrders, searchOrders } from '../orders/data/order-search.ts';
import { quickFind } from '../orders/data/quick-find.ts';
import { orderColumns } from '../orders/rules/order-export.ts';
import { readOrderFilter } from '../orders/rules/order-filter.ts';
import { recordRefund } from './record-refund.ts';

/** Refunds part of a payment, or all that is left of it, as the worker does. */
async function refund(merchant: TestMerchant, paymentId: string, amount?: string) {
  const at = await freeze(merchant);
  await merchant.call('refund/create-refund', { paymentId, amount });
  await executeRefunds(db, at, { scope: { merchantId: merchant.id, storeId: merchant.store.id } });
}

const rowOf = async (id: string) => (await db.select().from(orders).where(eq(orders.id, id)))[0];

async function find({ store }: TestMerchant, query: string) {
  const scope = { ...scopeOfStore(store), environment: 'test' } as const;
  const { rows } = await searchOrders(db, scope, readOrderFilter(new URLSearchParams(query)).filter, {}, 50);
  return rows.map(({ id }) => id);
}

test('tracks partial and full refunds, and reverts when a refund bounces', async () => {
  const merchant = await newMerchant();
  const { order, paymentId, refunds } = await paidOrder(merchant);
  expect(await rowOf(order.id)).toMatchObject({ status: 'completed', refundState: 'none', refundedMinor: 0 });
  await refund(merchant, paymentId, '10.00');
  expect(await rowOf(order.id)).toMatchObject({ status: 'completed', refundState: 'partial', refundedMinor: 1000 });
  await refund(merchant, paymentId);
  expect(await rowOf(order.id)).toMatchObject({ status: 'completed', refundState: 'full', refundedMinor: 2900 });
  const [first, second] = await refunds();
  const options = { actor: { kind: 'worker', by: 'test' } } as const;
  for (const each of [first, second]) {
    if (each)
      await recordRefund(
        db,
        each,
        { status: 'failed', providerRefundId: null, reason: 'The account is closed.' },
        options,
        new Date(),
      );
  }
  expect(await rowOf(order.id)).toMatchObject({ refundState: 'none', refundedMinor: 0 });
});

test('does not count a pending refund', async () => {
  const merchant = await newMerchant();
  const { order, paymentId } = await paidOrder(merchant);
  await freeze(merchant);
  await merchant.call('refund/create-refund', { paymentId });
  expect(await rowOf(order.id)).toMatchObject({ refundState: 'none', refundedMinor: 0 });
  const { body } = await merchant.query('{ payments { refundStatus } }');
  expect(body.data.payments).toEqual([{ refundStatus: 'pending' }]);
});

test('filters the list by refund state and shows it in exports, search and GraphQL', async () => {
  const merchant = await newMerchant();
  const [full, partial, untouched] = [await paidOrder(merchant), await paidOrder(merchant), await paidOrder(merchant)];
  await refund(merchant, full.paymentId);
  await refund(merchant, partial.paymentId, '4.50');
  const ids = { whole: full.order.id, part: partial.order.id };
  expect(await find(merchant, 'refunded=yes')).toEqual([ids.part, ids.whole]);
  expect(await find(merchant, 'refunded=full')).toEqual([ids.whole]);
  expect(await find(merchant, 'refunded=partial&status=completed')).toEqual([ids.part]);
  expect(await find(merchant, 'refunded=partial&status=pending')).toEqual([]);
  const scope = { ...scopeOfStore(merchant.store), environment: 'test' } as const;
  const { rows } = await readFullOrders(db, scope, readOrderFilter(new URLSearchParams()).filter, {}, 50);
  const columns = orderColumns.map(([name]) => name);
  expect(columns.slice(-4)).toEqual(['refundState', 'refundedAmount', 'isTrialing', 'provider']);
  const shown = rows.map((row) => Object.fromEntries(orderColumns.map(([name, read]) => [name, read(row)])));
  expect(shown.map(({ status, refundState, refundedAmount }) => [status, refundState, refundedAmount])).toEqual([
    ['completed', 'none', '0.00'],
    ['completed', 'partial', '4.50'],
    ['completed', 'full', '29.00'],
  ]);
  const found = await quickFind(db, scope, full.orderId);
  expect(found.orders).toMatchObject([{ status: 'completed', refundState: 'full' }]);
  const query = '{ onetimeOrders { id status refundState refundedAmount payments { refundStatus } } }';
  const { body } = await merchant.query(query);
  expect(body.data.onetimeOrders).toEqual([
    {
      id: untouched.orderId,
      status: 'completed',
      refundState: 'none',
      refundedAmount: '0.00',
      payments: [{ refundStatus: 'none' }],
    },
    {
      id: partial.orderId,
      status: 'completed',
      refundState: 'partial',
      refundedAmount: '4.50',
      payments: [{ refundStatus: 'refunded' }],
    },
    {
      id: full.orderId,
      status: 'completed',
      refundState: 'full',
      refundedAmount: '29.00',
      payments: [{ refundStatus: 'refunded' }],
    },
  ]);
});

test('turns a fully refunded subscription into a partially refunded one at its renewal', async () => {
  const { merchant, id, due, renew, order, payments } = await newSubscription();
  const [first] = await payments();
  await refund(merchant, toShortId('PAY', first?.id ?? ''));
  expect(await order()).toMatchObject({ status: 'active', refundState: 'full' });
  await renew(due);
  expect(await order()).toMatchObject({ status: 'active', periodNumber: 2, refundState: 'partial' });
  expect(await find(merchant, 'refunded=partial')).toEqual([id]);
});

test('displays and finds a reactivated trial as a trial, although its status is active', async () => {
  const content = { metadata: { trialDays: 14 } };
  const { merchant, id, startedAt, due, renew, cancel, reactivate, order } = await newSubscription({
    content,
    fields: { withTrial: true },
  });
  const scope = { ...scopeOfStore(merchant.store), environment: 'test' } as const;
  const isTrialing = async () => {
    const { body } = await merchant.query('{ subscriptionOrders { status isTrialing } }');
    const { rows } = await readFullOrders(db, scope, readOrderFilter(new URLSearchParams()).filter, {}, 50);
    const exported = Object.fromEntries(orderColumns).isTrialing;
    return [body.data.subscriptionOrders[0], rows.map((row) => exported?.(row))];
  };
  expect(await isTrialing()).toEqual([{ status: 'trialing', isTrialing: true }, ['true']]);
  await cancel(addDays(startedAt, 2));
  expect(await isTrialing()).toEqual([{ status: 'canceling', isTrialing: false }, ['false']]);
  await reactivate(addDays(startedAt, 3));
  expect(await order()).toMatchObject({ status: 'active', periodNumber: 0 });
  expect(await isTrialing()).toEqual([{ status: 'active', isTrialing: true }, ['true']]);
  for (const narrowed of ['', '&sort=charge']) {
    expect(await find(merchant, `status=trialing${narrowed}`)).toEqual([id]);
    expect(await find(merchant, `status=active${narrowed}`)).toEqual([]);
  }
  expect(await find(merchant, `status=active&status=trialing`)).toEqual([id]);
  await renew(due);
  expect(await isTrialing()).toEqual([{ status: 'active', isTrialing: false }, ['false']]);
  expect(await find(merchant, 'status=active')).toEqual([id]);
  expect(await find(merchant, 'status=trialing')).toEqual([]);
});
