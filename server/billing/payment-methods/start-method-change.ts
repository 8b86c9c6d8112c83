/** Starts a change of a subscription's payment method. */

import type { Database, Tx } from '#db/client.ts';
import { requireVersion } from '#server/catalog/data/product-versions.ts';
import { changesBetween } from '#server/domain/changes.ts';
import { failureOf } from '#server/domain/declines.ts';
import { ApiError } from '#server/domain/errors.ts';
import { nextPaymentStatus } from '#server/domain/payment.ts';
import { recordEvent } from '#server/events/data/events.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Say } from '#server/i18n/say.ts';
import type { EnvironmentScope } from '#server/platform/data/merchant-scope.ts';
import type { ChargeReference } from '#server/providers/payments/provider.ts';
import { findStoreOrder } from '../orders/data/store-orders.ts';
import type { Order } from '../orders/orders.ts';
import { isLive } from '../subscriptions/rules/subscription-order.ts';
import { lockStoreSubscription } from '../subscriptions/subscriptions.ts';
import {
  findOpenChange,
  insertMethodChange,
  lockMethodChange,
  type MethodChange,
  methodChangeEvent,
  methodChangeStatus,
  saveMethodChange,
} from './payment-methods.ts';

/** References a change at its provider: a charge of zero in the subscription's currency. */
export async function changeReference(db: Database, change: MethodChange): Promise<ChargeReference> {
  const found = await findStoreOrder(db, change, change.orderId);
  if (!found) throw new Error(`the order of method change ${change.id} is gone`);
  const { id: key, providerPaymentId, createdAt: startedAt } = change;
  return { key, providerPaymentId, amountMinor: 0, currency: found.order.currency, startedAt };
}

/**
 * Records the intent to try another method for a subscription. Throws an ApiError with a message for the buyer: 400 if the
 * subscription is over, 404 `Order not found`, 409 while another change is in progress.
 */
export async function startChange(
  tx: Tx,
  scope: EnvironmentScope,
  orderId: string,
  provider: string,
  { say, actor }: { readonly say: Say; readonly actor: Actor },
  now: Date,
): Promise<{ order: Order; change: MethodChange; description: string }> {
  const order = await lockStoreSubscription(tx, scope, orderId);
  if (!isLive(order.status)) throw new ApiError(400, say('errors.methodNotChangeable'), 'payment');
  const open = await findOpenChange(tx, order);
  if (open?.status === 'processing') throw new ApiError(409, say('errors.methodChangeRunning'), 'payment');
  if (open) await abandon(tx, order, open, actor, now);
  const change = await insertMethodChange(tx, order, provider, now);
  const changes = changesBetween(null, { methodChangeStatus: change.status });
  await recordEvent(tx, methodChangeEvent(order, actor, change)('payment_method.change_started', {}, changes), now);
  const { name: description } = await requireVersion(tx, order, order.productVersionId);
  return { order, change, description };
}

/** Fails an open change. A later success at the provider is harmless, because a change charges nothing. */
async function abandon(tx: Tx, order: Order, open: MethodChange, actor: Actor, now: Date): Promise<void> {
  const locked = await lockMethodChange(tx, order, open.id);
  if (locked?.status !== 'requires_action') return;
  const failure = failureOf('authentication_abandoned');
  const status = nextPaymentStatus(locked.status, 'fail');
  await saveMethodChange(tx, locked, status, failure, now);
  const changes = methodChangeStatus(locked, status);
  await recordEvent(tx, methodChangeEvent(order, actor, locked)('payment_method.change_failed', failure, changes), now);
}
