/** Which payment provider things that happened to orders are of. */
import { and, desc, eq } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { among } from '#server/platform/data/listing.ts';
import type { StoreScope } from './order-search.ts';

/** The uuid of the payment that an event names. */
const paymentOf = ({ data }: EventRow): string | undefined =>
  typeof data.paymentId === 'string' ? fromShortId('PAY', data.paymentId) : undefined;

/**
 * The provider of the payment that an event names or, of others that happened to an order, of the order's newest payment.
 * Null where nobody has tried to pay, and of what happened to anything else.
 */
export async function readEventProviders(
  tx: Tx,
  { storeId, environment }: StoreScope,
  events: readonly EventRow[],
): Promise<(event: EventRow) => string | null> {
  const ofOrders = events.filter(({ objectType }) => objectType === 'order');
  if (ofOrders.length === 0) return () => null;
  const orderIds = [...new Set(ofOrders.map(({ objectId }) => objectId))];
  const paymentIds = [...new Set(ofOrders.flatMap((event) => paymentOf(event) ?? []))];
  const mine = and(eq(payments.storeId, storeId), eq(payments.environment, environment));
  const [newest, named] = await Promise.all([
    tx
      .selectDistinctOn([payments.orderId], { id: payments.orderId, provider: payments.provider })
      .from(payments)
      .where(and(mine, among(payments.orderId, orderIds)))
      .orderBy(payments.orderId, desc(payments.createdAt), desc(payments.id)),
    tx
      .select({ id: payments.id, provider: payments.provider })
      .from(payments)
      .where(and(mine, among(payments.id, paymentIds))),
  ]);
  const providers = new Map([...newest, ...named].map(({ id, provider }) => [id, provider]));
  return (event) => providers.get(paymentOf(event) ?? '') ?? providers.get(event.objectId) ?? null;
}
