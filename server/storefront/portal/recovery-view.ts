/** The page of a recovery link: one subscription, its unpaid amount and its progress. */

import type { Database } from '#db/client.ts';
import { findStoreOrder } from '#server/billing/orders/data/store-orders.ts';
import type { Order, OrderWithProduct } from '#server/billing/orders/orders.ts';
import type { RecoveryLink } from '#server/customers/recovery-link.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';
import { type CardDesk, type CardView, pollMethodChange, readCard } from './card-view.ts';
import { describeOrder } from './order-words.ts';

export type RecoveryView =
  /** Only the page's script can read the link's token, after the `#`. */
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly card: CardView }
  /** `next` describes the subscription's status. */
  | { readonly state: 'paid' | 'ended'; readonly productName: string; readonly next: string }
  | { readonly state: 'expired' | 'unknown' };

/** The subscription of a store's link; undefined if it does not exist. */
export const findRecoveryOrder = (
  db: Database,
  { merchantId, storeId }: StoreScope,
  { environment, orderId }: Pick<RecoveryLink, 'environment' | 'orderId'>,
) => findStoreOrder(db, { merchantId, storeId, environment }, orderId);

/** Whether the link's payment is still unpaid. A later failure gets a new link. */
export const isUnpaid = (order: Order, link: Pick<RecoveryLink, 'pastDueSince'>): boolean =>
  order.status === 'past_due' && order.pastDueSince.getTime() === link.pastDueSince.getTime();

/** The state of a link's payment at `now`. `mayAsk` limits requests to a provider per attempt. */
export async function readRecovery(
  db: Database,
  link: RecoveryLink,
  desk: CardDesk,
  voice: Voice,
  now: Date,
  mayAsk: (id: string) => Promise<boolean>,
): Promise<RecoveryView> {
  if (!isUnpaid(desk.order, link)) return describeOver(desk, voice, now);
  await pollMethodChange(db, desk, now, mayAsk);
  const found = (await findRecoveryOrder(db, desk.order, link)) ?? desk;
  if (!isUnpaid(found.order, link)) return describeOver(found, voice, now);
  return { state: 'open', card: await readCard(db, { ...desk, ...found }, voice, now) };
}

function describeOver({ order, productName }: OrderWithProduct, voice: Voice, now: Date): RecoveryView {
  // Past due again: that failure has a link of its own.
  if (order.status === 'past_due') return { state: 'expired' };
  const state = order.status === 'canceled' ? 'ended' : 'paid';
  return { state, productName, next: describeOrder(order, voice, now).next };
}
