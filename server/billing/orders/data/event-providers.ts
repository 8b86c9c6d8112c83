/** The payment providers behind events of orders. */

import { and, desc } from 'drizzle-orm';
import type { Tx } from '#db/client.ts';
import { payments } from '#db/schema/index.ts';
import { fromShortId } from '#server/domain/ids.ts';
import type { EventRow } from '#server/events/data/events.ts';
import { among } from '#server/platform/data/listing.ts';
import { type EnvironmentScope, inEnvironment } from '#server/platform/data/merchant-scope.ts';

/** The UUID of the payment that an event names. */
const paymentIdOf = ({ data }: EventRow): string | undefined =>
  typeof data.paymentId === 'string' ? fromShortId('PAY', data.paymentId) : undefined;

/**
 * Loads the providers for a list of events. An event's provider is that of the payment it names, or else of its order's
 * newest payment; null for orders without payments and for events of other objects.
 */
export async function readEventProviders(
  tx: Tx,
  scope: EnvironmentScope,
  events: readonly EventRow[],
): Promise<(event: EventRow) => string | null> {
  const orderEvents = events.filter(({ objectType }) => objectType === 'order');
  if (orderEvents.length === 0) return () => null;
  const orderIds = [...new Set(orderEvents.map(({ objectId }) => objectId))];
  const paymentIds = [...new Set(orderEvents.flatMap((event) => paymentIdOf(event) ?? []))];
  const isInScope = inEnvironment(payments, scope);
  const [newest, named] = await Promise.all([
    tx
      .selectDistinctOn([payments.orderId], { id: payments.orderId, provider: payments.provider })
      .from(payments)
      .where(and(isInScope, among(payments.orderId, orderIds)))
      .orderBy(payments.orderId, desc(payments.createdAt), desc(payments.id)),
    tx
      .select({ id: payments.id, provider: payments.provider })
      .from(payments)
      .where(and(isInScope, among(payments.id, paymentIds))),
  ]);
  const providers = new Map([...newest, ...named].map(({ id, provider }) => [id, provider]));
  return (event) => providers.get(paymentIdOf(event) ?? '') ?? providers.get(event.objectId) ?? null;
}
