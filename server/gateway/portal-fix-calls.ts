/** What the page behind the link of a payment that failed calls: `fix/<ORD_…>/<step>`. */
import { changeMethod, finishMethodChallenge } from '../checkout/change-method.ts';
import { finishRenewalChallenge } from '../checkout/finish-renewal-challenge.ts';
import { readMethod } from '../checkout/pay-form.ts';
import { ApiError } from '../errors.ts';
import { fixActor, isOwed, readFixChallenge } from '../portal/fix-view.ts';
import { listOrderPayments } from '../queries/payments.ts';
import type { Body, Call, Outcome } from './portal-call.ts';
import { continueFix, type FixVisit, fixAddress } from './portal-fix-visit.ts';
import { countAnonymousCall, countPaymentAttempt } from './rate-limit.ts';

/** Undefined where there is no such step. */
export function fixCallOf([orderId = '', step, id = '', end, ...more]: readonly string[]): Call | undefined {
  if (more.length > 0) return undefined;
  if (step === 'card' && id === '') return forHolder(orderId, giveCard);
  if (step !== 'challenge' || end !== 'finish') return undefined;
  return forHolder(orderId, (visit, { passed }) => answerBank(visit, id, passed === true));
}

type Step = (visit: FixVisit, body: Body) => Promise<Outcome>;

/** A step of whoever holds a link that is good. Without one the page says so as soon as it is read again. */
const forHolder =
  (orderId: string, step: Step): Call =>
  async (visitor, body, request, reply) => {
    reply.count(await countAnonymousCall(`portal ${request.address}`, visitor.settings));
    const visit = await continueFix(visitor, request, orderId);
    if (!visit || 'over' in visit) throw new ApiError(400, visitor.voice.say('errors.portal.notNow'), 'user');
    return await step(visit, body);
  };

/**
 * `{cardNumber, cardExpiry, cardCvc}` or `{paymentToken}` to `{goTo}`: the bank, the page that says whether it is paid,
 * or null, where nobody knows yet. What is owed is charged at once, once the card is taken.
 */
async function giveCard(visit: FixVisit, body: Body): Promise<Outcome> {
  const { visitor, scope, found } = visit;
  const { order } = found;
  const { db, store, settings, voice, storeNow: now } = visitor;
  // By the order, as in the portal: both ways in together are one try at a card.
  const { refusal } = await countPaymentAttempt(`portal ${order.id}`, settings);
  if (refusal) throw refusal;
  if (!isOwed(order, scope)) throw new ApiError(400, voice.say('errors.portal.notNow'), 'payment');
  const { pageUrl: returnUrl } = scope;
  const request = { store, order, method: readMethod(body, now, voice.say), returnUrl };
  const options = { say: voice.say, actor: fixActor(order.id), waitsAt: returnUrl };
  const { state, actionUrl } = await changeMethod(db, request, now, options);
  if (state === 'challenge') return { data: { goTo: actionUrl } };
  return { data: { goTo: state === 'changed' ? await nextAddress(visit) : null } };
}

/** `{passed}`, what the sandbox's bank page sends, to `{returnUrl}`: where the buyer goes next. */
async function answerBank(visit: FixVisit, id: string, passed: boolean): Promise<Outcome> {
  const { visitor, scope, found } = visit;
  const { db, store, voice, storeNow: now } = visitor;
  const { say } = voice;
  const { order } = found;
  const actor = fixActor(order.id);
  const question = await readFixChallenge(db, scope, id, voice);
  if (!question) throw new ApiError(400, say('errors.nothingToConfirm'), 'payment');
  if (question.about === 'payment') {
    const payment = { storeId: store.id, orderId: order.id, paymentId: id };
    const { state } = await finishRenewalChallenge(db, payment, passed, now, { say, actor });
    return { data: { state, returnUrl: fixAddress(visitor, scope) } };
  }
  const options = { say, actor, waitsAt: scope.pageUrl };
  const { state } = await finishMethodChallenge(db, { store, order, changeId: id }, passed, now, options);
  return { data: { state, returnUrl: await nextAddress(visit) } };
}

/** The bank, where it asks about the charge; else the page that says how it went. */
async function nextAddress({ visitor, scope, found }: FixVisit): Promise<string> {
  const [payment] = await listOrderPayments(visitor.db, found.order);
  const isAsked = payment?.status === 'requires_action';
  return (isAsked ? payment.actionUrl : null) ?? fixAddress(visitor, scope);
}
