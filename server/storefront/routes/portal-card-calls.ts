/** Updates a subscription's card, charges the unpaid amount, and answers the sandbox's challenge. */

import { findStoreOrder } from '#server/billing/orders/data/store-orders.ts';
import { changeMethod, finishMethodChallenge, portalActor } from '#server/billing/payment-methods/change-method.ts';
import { finishRenewalChallenge } from '#server/billing/payment-methods/finish-renewal-challenge.ts';
import { readMethod } from '#server/billing/payments/pay-form.ts';
import { listOrderPayments } from '#server/billing/payments/payments.ts';
import { ApiError } from '#server/domain/errors.ts';
import type { GatewayRequest } from '#server/http/http.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { bankUrlOf, readCardQuestion } from '../portal/card-view.ts';
import { admitFrom } from './card-attempts.ts';
import type { Body, Outcome } from './portal-call.ts';
import type { CardVisit } from './portal-card-visit.ts';

type CardCall = (visit: CardVisit, body: Body, request: GatewayRequest) => Promise<Outcome>;

/** The handler of a card page's call; undefined for an unknown step. */
export function cardCallOf([step, id = '', end, ...more]: readonly string[]): CardCall | undefined {
  if (step === undefined) return submitCard;
  if (step !== 'challenge' || end !== 'finish' || more.length > 0) return undefined;
  return (visit, { passed }) => answerBank(visit, id, passed === true);
}

/**
 * `{cardNumber, cardExpiry, cardCvc}` or `{paymentToken}`. Answers `{goTo}`: the challenge, the result page, or null
 * while the outcome is unknown.
 */
async function submitCard(visit: CardVisit, body: Body, from: GatewayRequest): Promise<Outcome> {
  const { store, order, db, say, now } = partsOf(visit);
  const request = { store, order, method: readMethod(body, now, say), returnUrl: visit.desk.pageUrl };
  const { state, actionUrl } = await changeMethod(db, request, now, { say, admit: admitFrom(from, say) });
  if (state === 'challenge') return { data: { goTo: actionUrl } };
  return { data: { goTo: state === 'changed' ? await nextAddress(visit) : null } };
}

/** `{passed}` from the sandbox's 3D Secure page. Answers `{returnUrl}`. */
async function answerBank(visit: CardVisit, id: string, passed: boolean): Promise<Outcome> {
  const { store, order, db, voice, say, now } = partsOf(visit);
  const question = await readCardQuestion(db, visit.desk, id, voice);
  if (!question) throw new ApiError(400, say('errors.nothingToConfirm'), 'payment');
  const isCharge = question.about === 'payment';
  const charge = { ...scopeOfStore(store), orderId: order.id, paymentId: id };
  const actor = portalActor(order.id);
  const returnUrl = visit.desk.pageUrl;
  const { state } = isCharge
    ? await finishRenewalChallenge(db, charge, passed, now, { say, actor })
    : await finishMethodChallenge(db, { store, order, changeId: id }, passed, now, { say, returnUrl });
  return { data: { state, returnUrl: await nextAddress(visit) } };
}

const partsOf = ({ visitor: { db, store, voice, storeNow: now }, desk: { order } }: CardVisit) => ({
  db,
  store,
  voice,
  say: voice.say,
  now,
  order,
});

/** The challenge of the charge, the card page while an amount is unpaid, else the next page. */
async function nextAddress({ visitor: { db }, desk, pageAddress, doneAddress }: CardVisit): Promise<string> {
  const found = await findStoreOrder(db, desk.order, desk.order.id);
  if (found?.order.status !== 'past_due') return doneAddress;
  const [payment] = await listOrderPayments(db, desk.order);
  return bankUrlOf(payment, desk.pageUrl) ?? pageAddress;
}
