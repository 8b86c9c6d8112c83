/** Another card for a subscription, and what the sandbox's bank is answered about it. */
import { changeMethod, finishMethodChallenge } from '../checkout/change-method.ts';
import { readMethod } from '../checkout/pay-form.ts';
import { toShortId } from '../domain/ids.ts';
import type { Visit } from '../portal/visit.ts';
import type { Order } from '../queries/orders.ts';
import type { Body, Outcome } from './portal-call.ts';
import { addressFor, type Visitor } from './portal-visit.ts';
import { countPaymentAttempt } from './rate-limit.ts';

const orderPath = (order: Order): string => `/orders/${toShortId('ORD', order.id)}`;

/** `{cardNumber, cardExpiry, cardCvc}` or `{paymentToken}` to `{goTo}`: the bank, the order, or this page again. */
export async function changeCard(visitor: Visitor, visit: Visit, order: Order, body: Body): Promise<Outcome> {
  const { db, store, settings, voice, storeNow: now } = visitor;
  // A card is tried out here as it would be at a checkout; by the order, as whoever has a token begins visits at will.
  const { refusal } = await countPaymentAttempt(`portal ${order.id}`, settings);
  if (refusal) throw refusal;
  const request = {
    store,
    order,
    method: readMethod(body, now, voice.say),
    returnUrl: `${settings.checkoutUrl}${addressFor(visitor, visit, `${orderPath(order)}/card`)}`,
  };
  const { state, actionUrl } = await changeMethod(db, request, now, { say: voice.say });
  if (state === 'challenge') return { data: { goTo: actionUrl } };
  return { data: { goTo: state === 'changed' ? doneAddress(visitor, visit, order) : null } };
}

/** `{passed}`, what the sandbox's bank page sends, to `{returnUrl}`: the order, or the page with the card again. */
export async function answerBank(
  visitor: Visitor,
  visit: Visit,
  order: Order,
  { changeId, passed }: { changeId: string; passed: boolean },
): Promise<Outcome> {
  const { db, store, voice, storeNow: now } = visitor;
  const { state } = await finishMethodChallenge(db, { store, order, changeId }, passed, now, { say: voice.say });
  const isChanged = state === 'changed';
  const cardAddress = addressFor(visitor, visit, `${orderPath(order)}/card`);
  return { data: { state, returnUrl: isChanged ? doneAddress(visitor, visit, order) : cardAddress } };
}

/** The order, which says that the card is another one. */
const doneAddress = (visitor: Visitor, visit: Visit, order: Order): string =>
  addressFor(visitor, visit, orderPath(order), { done: 'card' });
