/** A visitor who updates a subscription's card: signed in, or by a recovery link. */

import type { OrderWithProduct } from '#server/billing/orders/orders.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { CardDesk } from '../portal/card-view.ts';
import type { Visit } from '../portal/visit.ts';
import { addressFor, type Visitor } from './portal-visit.ts';

export interface CardVisit {
  readonly visitor: Visitor;
  readonly desk: CardDesk;
  /** The card page. */
  readonly pageAddress: string;
  /** The next page once the card is in use and nothing is unpaid. */
  readonly doneAddress: string;
}

/** The card page at that address. */
export const cardVisitAt = (
  visitor: Visitor,
  found: OrderWithProduct,
  pageAddress: string,
  doneAddress = pageAddress,
): CardVisit => ({
  visitor,
  desk: { ...found, pageUrl: `${visitor.settings.checkoutUrl}${pageAddress}` },
  pageAddress,
  doneAddress,
});

/** The card page of a visitor's subscription. The order page confirms the change. */
export function ownCardVisit(visitor: Visitor, visit: Visit, found: OrderWithProduct): CardVisit {
  const path = `/orders/${toShortId('ORD', found.order.id)}`;
  const done = addressFor(visitor, visit, path, { done: 'card' });
  return cardVisitAt(visitor, found, addressFor(visitor, visit, `${path}/card`), done);
}
