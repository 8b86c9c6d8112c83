/** Somebody who gives a subscription another card: signed in, or by the link of a payment that failed. */

import type { OrderWithProduct } from '#server/billing/orders/orders.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { CardDesk } from '../portal/card-view.ts';
import type { Visit } from '../portal/visit.ts';
import { addressFor, type Visitor } from './portal-visit.ts';

export interface CardVisit {
  readonly visitor: Visitor;
  readonly desk: CardDesk;
  /** The page with the card. */
  readonly pageAddress: string;
  /** Where it goes on once the card is in use and nothing is owed. */
  readonly doneAddress: string;
}

/** The page of a card at that address. */
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

/** The page of a visitor's own subscription. Afterwards the order says that the card is another one. */
export function ownCardVisit(visitor: Visitor, visit: Visit, found: OrderWithProduct): CardVisit {
  const path = `/orders/${toShortId('ORD', found.order.id)}`;
  const done = addressFor(visitor, visit, path, { done: 'card' });
  return cardVisitAt(visitor, found, addressFor(visitor, visit, `${path}/card`), done);
}
