/** Rows of a test's own orders. */
import { asc, eq } from 'drizzle-orm';
import { events, orders, payments } from '#db/schema/index.ts';
import { toShortId } from '#server/domain/ids.ts';
import { db } from '../api.ts';

/** Returns the orders of a session: none before its buyer arrives. */
export const ordersOf = (sessionId: string) => db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId));

/** Returns the order of a session, with its Short ID. */
export async function orderOf(sessionId: string) {
  const [order] = await ordersOf(sessionId);
  if (!order) throw new Error('the session has no order');
  return { ...order, orderId: toShortId('ORD', order.id) };
}

/** Changes the order of a session and returns it. */
export async function updateOrder(sessionId: string, fields: Partial<typeof orders.$inferInsert>) {
  await db.update(orders).set(fields).where(eq(orders.checkoutSessionId, sessionId));
  return await orderOf(sessionId);
}

/** Returns a session's payments in the order of the attempts. */
export async function paymentsOf(sessionId: string) {
  const [order] = await ordersOf(sessionId);
  if (!order) return [];
  return await db.select().from(payments).where(eq(payments.orderId, order.id)).orderBy(asc(payments.attempt));
}

/** Returns the events of an order or another object, oldest first. */
export const eventsOf = (objectId: string) =>
  db.select().from(events).where(eq(events.objectId, objectId)).orderBy(asc(events.sequence));

/** Returns the types of an object's events, oldest first. */
export const eventTypesOf = async (objectId: string) => (await eventsOf(objectId)).map(({ type }) => type);
