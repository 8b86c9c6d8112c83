/**
 * The customer portal's door: what its pages in a buyer's browser may call. All of it is POST with JSON from the page
 * itself; a visit's cookie is the credential. `portal-pages.ts` says which address is whose.
 */
import { actions } from '../actions/index.ts';
import { changeMethod, finishMethodChallenge } from '../checkout/change-method.ts';
import { readMethod } from '../checkout/pay-form.ts';
import { isEnvironment } from '../domain/environments.ts';
import { fromShortId, newUnguessableId, toShortId } from '../domain/ids.ts';
import { portalRefusal } from '../domain/portal.ts';
import { readTypedAmount } from '../domain/typed-amount.ts';
import { ApiError, errors } from '../errors.ts';
import { type Admission, enterByToken, openLink, requestLink } from '../portal/entry.ts';
import { inBuyersWords } from '../portal/refusal-words.ts';
import { endVisit, type Visit } from '../portal/visit.ts';
import { modeOf } from '../portal/visitor-words.ts';
import type { Order } from '../queries/orders.ts';
import { findBuyerOrder } from '../queries/portal.ts';
import { successBody } from './envelope.ts';
import { type GatewayRequest, type GatewayResponse, header } from './http.ts';
import { readJsonObject } from './json-body.ts';
import { callerOf, portalPathOf, scopeOf, type Visitor, visitCookie } from './portal-visit.ts';
import { countCall, countPaymentAttempt, countPortalEntry } from './rate-limit.ts';
import { Reply } from './reply.ts';
import { runAction } from './run-action.ts';
import { verifySessionToken } from './session-token.ts';

/** However little there is to do, asking for a link takes so long: whether anybody bought cannot be told from the time. */
const linkAnswerMs = 300;

type Body = Readonly<Record<string, unknown>>;

/** What a call leads to: data for the page, and cookies. */
interface Outcome {
  readonly data: object;
  readonly cookie?: string;
}

/** Answers a POST below /<store_slug>/portal; undefined where the address is nobody's. Never throws. */
export async function answerPortalCall(
  request: GatewayRequest,
  visitor: Visitor,
  [noun = '', ...rest]: readonly string[],
): Promise<GatewayResponse> {
  const reply = new Reply(newUnguessableId());
  try {
    if (!isFromOwnPage(request)) throw errors.insufficientPermissions();
    const call = noun === 'orders' ? ofOrder(rest) : rest.length === 0 ? entryOf(noun) : undefined;
    if (!call) throw errors.unknownAction(request.url);
    const { data, cookie } = await call(visitor, readBody(request), request, reply);
    reply.send(200, successBody(data, []), {});
    if (cookie) reply.headers['Set-Cookie'] = cookie;
  } catch (error) {
    reply.refuse(error instanceof ApiError ? inBuyersWords(error, visitor.voice.say) : error);
  }
  return reply;
}

/** A page of another site can make a browser send cookies, but not say that it is this site. */
function isFromOwnPage({ headers }: GatewayRequest): boolean {
  const origin = header(headers, 'origin');
  const site = header(headers, 'sec-fetch-site');
  return (
    origin !== undefined &&
    URL.parse(origin)?.host === header(headers, 'host') &&
    (site === undefined || site === 'same-origin')
  );
}

function readBody({ body }: GatewayRequest): Body {
  if (body === 'too-large') throw errors.bodyTooLarge();
  return readJsonObject(body);
}

type Call = (visitor: Visitor, body: Body, request: GatewayRequest, reply: Reply) => Promise<Outcome>;

/** Coming in and going. Every attempt counts against the address that it comes from. */
const entries: Readonly<Record<string, Call>> = {
  /** `{token, environment}`, a customer's session token, to `{environment}`. */
  async enter(visitor, { token, environment }, request, reply) {
    await countEntry(visitor, request, reply);
    const claims = await verifySessionToken(typeof token === 'string' ? token : '', visitor.settings, visitor.now);
    const entrance = { store: visitor.store, environment: readEnvironment(environment) };
    return await letIn(visitor, await enterByToken(visitor.db, entrance, claims, visitor.now));
  },
  /** `{link}`, the secret of an emailed link, to `{environment}`. */
  async open(visitor, { link }, request, reply) {
    await countEntry(visitor, request, reply);
    return await letIn(visitor, await openLink(visitor.db, visitor.store, link, visitor.now));
  },
  /** `{email, environment}` to `{email}`, the same whether or not anybody bought with it. */
  async link(visitor, { email, environment }, request, reply) {
    await countEntry(visitor, request, reply);
    const { db, settings, store, voice, now } = visitor;
    const entrance = { store, environment: readEnvironment(environment) };
    const portalUrl = `${settings.checkoutUrl}${portalPathOf(store)}`;
    const isFree = modeOf(db, entrance.environment, settings) !== 'live';
    return { data: await atLeast(linkAnswerMs, requestLink(db, entrance, email, { portalUrl, voice, isFree }, now)) };
  },
  /** Ends the visit. */
  async leave(visitor) {
    await endVisit(visitor.db, visitor.store, visitor.secret);
    return { data: {}, cookie: visitCookie(visitor, undefined) };
  },
};

/** Undefined for any other name, those that every object has (`constructor`) among them. */
const entryOf = (name: string): Call | undefined => (Object.hasOwn(entries, name) ? entries[name] : undefined);

async function countEntry({ settings }: Visitor, { address }: GatewayRequest, reply: Reply): Promise<void> {
  reply.count(await countPortalEntry(address, settings));
}

const readEnvironment = (given: unknown) => (typeof given === 'string' && isEnvironment(given) ? given : 'prod');

/** Whoever comes in as somebody leaves as whoever they were before. */
async function letIn(visitor: Visitor, { secret, environment }: Admission): Promise<Outcome> {
  await endVisit(visitor.db, visitor.store, visitor.secret);
  return { data: { environment }, cookie: visitCookie(visitor, secret) };
}

/** The same result or refusal, no sooner than that. */
async function atLeast<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, new Promise((resolve) => setTimeout(resolve, ms))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** What is done about one order: `orders/<ORD_…>/<step>`. */
function ofOrder([orderId = '', step = '', ...more]: readonly string[]): Call | undefined {
  const names: Readonly<Record<string, string>> = {
    'cancel onetime': 'onetime-order/cancel-order',
    'cancel subscription': 'subscription-order/cancel-order',
    'reactivate subscription': 'subscription-order/reactivate-order',
    'refund onetime': 'refund-ticket/create-ticket',
    'refund subscription': 'refund-ticket/create-ticket',
  };
  const isBank = step === 'card' && more[0] === 'challenge' && more[2] === 'finish' && more.length === 3;
  if (more.length > 0 && !isBank) return undefined;
  if (isBank) {
    return forOwner(orderId, (visitor, _visit, order, { passed }) =>
      answerBank(visitor, order, { changeId: more[1] ?? '', passed: passed === true }),
    );
  }
  if (step === 'card') return forOwner(orderId, changeCard);
  if (!['cancel', 'reactivate', 'refund'].includes(step)) return undefined;
  return forOwner(orderId, async (visitor, visit, order, body) => {
    const action = actions.get(names[`${step} ${order.productType}`] ?? '');
    if (!action) throw errors.orderNotFound();
    const given = step === 'refund' ? pickRefund(body) : {};
    const { db, settings, now } = visitor;
    const call = { action, caller: callerOf(visitor, visit), body: { ...given, orderId: order.id }, now };
    const answer = await runAction(db, settings, call);
    return { data: (JSON.parse(answer.body) as { data: object }).data };
  });
}

/** Of what the page sends, what the action is to hear. A number would be minor units, which nobody types. */
const pickRefund = ({ paymentId, amount, reason }: Body) => ({
  paymentId,
  amount: typeof amount === 'object' ? '' : readTypedAmount(String(amount ?? '')),
  reason,
});

type OrderStep = (visitor: Visitor, visit: Visit, order: Order, body: Body) => Promise<Outcome>;

/** A step about an order of the visitor's own: 401 for a stranger, 404 for anybody else's order. */
const forOwner =
  (orderId: string, step: OrderStep): Call =>
  async (visitor, body, _request, reply) => {
    const { visit, db, settings } = visitor;
    if (!visit) throw portalRefusal('signed_out');
    reply.count(await countCall(callerOf(visitor, visit), '', settings));
    const id = fromShortId('ORD', orderId);
    const found = id && (await findBuyerOrder(db, scopeOf(visitor, visit), id));
    if (!found) throw errors.orderNotFound();
    return await step(visitor, visit, found.order, body);
  };

/** `{cardNumber, cardExpiry, cardCvc}` or `{paymentToken}` to `{goTo}`: the bank, the order, or this page again. */
async function changeCard(visitor: Visitor, _visit: Visit, order: Order, body: Body): Promise<Outcome> {
  const { db, store, settings, voice, now } = visitor;
  // A card is tried out here as it would be at a checkout; by the order, as whoever has a token begins visits at will.
  const { refusal } = await countPaymentAttempt(`portal ${order.id}`, settings);
  if (refusal) throw refusal;
  const page = `${portalPathOf(store)}/orders/${toShortId('ORD', order.id)}`;
  const request = {
    store,
    order,
    method: readMethod(body, now, voice.say),
    returnUrl: `${settings.checkoutUrl}${page}/card`,
  };
  const { state, actionUrl } = await changeMethod(db, request, now, { say: voice.say });
  return { data: { goTo: state === 'changed' ? `${page}?done=card` : state === 'challenge' ? actionUrl : null } };
}

/** `{passed}`, what the sandbox's bank page sends, to `{returnUrl}`: the order, or the page with the card again. */
async function answerBank(
  { db, store, voice, now }: Visitor,
  order: Order,
  { changeId, passed }: { changeId: string; passed: boolean },
): Promise<Outcome> {
  const page = `${portalPathOf(store)}/orders/${toShortId('ORD', order.id)}`;
  const { state } = await finishMethodChallenge(db, { store, order, changeId }, passed, now, { say: voice.say });
  return { data: { state, returnUrl: state === 'changed' ? `${page}?done=card` : `${page}/card` } };
}
