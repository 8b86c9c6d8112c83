/** The page behind the link of a payment that failed: one subscription, what is owed for it, and how that stands. */
import type { Database } from '../../db/client.ts';
import { checkMethodChange } from '../checkout/change-method.ts';
import { checkPayment } from '../checkout/check-payment.ts';
import { describeDecline } from '../checkout/decline-words.ts';
import { formatDay } from '../checkout/quote.ts';
import { amountsOf } from '../domain/amounts.ts';
import { lastRetryAt } from '../domain/dunning.ts';
import type { Actor } from '../domain/event.ts';
import { isUuid, toShortId } from '../domain/ids.ts';
import { formatMoney } from '../domain/money.ts';
import type { Voice } from '../i18n/say.ts';
import { describeFailure, log } from '../log.ts';
import { taxProvider } from '../providers/tax/index.ts';
import { findLetterFacts } from '../queries/letters.ts';
import type { Order, OrderWithProduct } from '../queries/orders.ts';
import { findLatestChange, findMethodChange } from '../queries/payment-methods.ts';
import { listOrderPayments, type Payment } from '../queries/payments.ts';
import { findStoreOrder } from '../queries/store-orders.ts';
import { settings } from '../settings.ts';
import { type CardView, readCard } from './card-view.ts';
import type { FixLink } from './fix-link.ts';
import { describeCard } from './order-view.ts';
import { describeOrder } from './order-words.ts';

/** What is owed, and what happens if nothing is done. */
export interface OwedView {
  readonly total: string;
  /** The card that it could not be charged to; null where nothing could be tried. */
  readonly card: string | null;
  /** When that was; null where nothing was tried. */
  readonly triedOn: string | null;
  /** Why, and what to do about it; null where that is not known. */
  readonly failure: string | null;
  /** When it is tried again by itself; null: not with that card, or not as long as a charge is on its way. */
  readonly retryOn: string | null;
  /** Whether that card is not charged again. */
  readonly isRefused: boolean;
  readonly endsOn: string;
}

export type FixView =
  | {
      /** `charging`: a charge is on its way, and there is nothing to do but wait. */
      readonly state: 'open' | 'charging';
      readonly card: CardView;
      readonly owed: OwedView;
      /** Where the buyer's bank asks. */
      readonly bankUrl: string | null;
    }
  /** `next` says how the subscription stands. */
  | { readonly state: 'paid' | 'ended'; readonly productName: string; readonly next: string }
  | { readonly state: 'expired' | 'unknown' };

/** What a link leads to, for whoever holds it. */
export interface FixScope extends Pick<FixLink, 'storeId' | 'environment' | 'orderId' | 'pastDueSince'> {
  readonly storeSlug: string;
  /** This page's own address: a bank sends the buyer back here. */
  readonly pageUrl: string;
}

/** A page does not wait longer for what a provider knows. */
const checkLimitMs = 3000;

/** Who acts by a link. */
export const fixActor = (orderId: string): Actor => ({ kind: 'portal', by: toShortId('ORD', orderId) });

/** The subscription of a link; undefined where it does not exist there. */
export const findFixOrder = (db: Database, { storeId, environment, orderId }: FixScope) =>
  findStoreOrder(db, { storeId, environment }, orderId);

/** Whether a link's payment is still owed: for a later failure there is a later link. */
export const isOwed = ({ status, pastDueSince }: Order, link: Pick<FixLink, 'pastDueSince'>): boolean =>
  status === 'past_due' && pastDueSince?.getTime() === link.pastDueSince.getTime();

/**
 * How things stand with a link's payment at `now`. `mayAsk` says whether a provider may be asked now about that attempt.
 */
export async function readFix(
  db: Database,
  scope: FixScope,
  voice: Voice,
  now: Date,
  mayAsk: (id: string) => Promise<boolean>,
): Promise<FixView> {
  const before = await findFixOrder(db, scope);
  if (!before) return { state: 'unknown' };
  if (isOwed(before.order, scope)) await hearAgain(db, scope, before.order, now, mayAsk);
  const found = (await findFixOrder(db, scope)) ?? before;
  return isOwed(found.order, scope)
    ? await describeOwed(db, scope, found, voice, now)
    : describeOver(found, voice, now);
}

/** Whoever comes back from their bank sees what the bank said; without an answer, what was known before. */
async function hearAgain(
  db: Database,
  { pageUrl }: FixScope,
  order: Order,
  now: Date,
  mayAsk: (id: string) => Promise<boolean>,
): Promise<void> {
  const options = { actor: fixActor(order.id), limitMs: checkLimitMs };
  const [change, [payment]] = await Promise.all([findLatestChange(db, order), listOrderPayments(db, order)]);
  try {
    const isOpen = change?.status === 'processing' || change?.status === 'requires_action';
    if (isOpen && (await mayAsk(change.id))) await checkMethodChange(db, change, now, { ...options, waitsAt: pageUrl });
    if (payment && isLive(payment) && (await mayAsk(payment.id))) await checkPayment(db, payment, now, options);
  } catch (error) {
    log().error({ orderId: toShortId('ORD', order.id), ...describeFailure(error) }, 'payment by link not checked');
  }
}

const isLive = ({ status }: Payment): boolean => status === 'processing' || status === 'requires_action';

function describeOver({ order, productName }: OrderWithProduct, voice: Voice, now: Date): FixView {
  // Past due once more: that failure has a link of its own, in a later email.
  if (order.status === 'past_due') return { state: 'expired' };
  const state = order.status === 'canceled' ? 'ended' : 'paid';
  return { state, productName, next: describeOrder(order, voice, now).next };
}

async function describeOwed(
  db: Database,
  scope: FixScope,
  { order }: OrderWithProduct,
  voice: Voice,
  now: Date,
): Promise<FixView> {
  const buyerIdentity = order.buyerIdentity ?? order.buyerEmail ?? '';
  const orderId = toShortId('ORD', order.id);
  // It has been asked about already.
  const card = await readCard(db, { ...scope, buyerIdentity }, orderId, voice, now, async () => false);
  const [payment] = await listOrderPayments(db, order);
  const owed = await describeDebt(db, order, payment, voice, now);
  if (!card || !owed) return { state: 'unknown' };
  if (payment?.status === 'requires_action') return { state: 'open', card, owed, bankUrl: payment.actionUrl };
  const isWaiting = payment?.status === 'processing' || card.state === 'processing';
  return { state: isWaiting ? 'charging' : 'open', card, owed, bankUrl: bankUrlOf(card, scope) };
}

/** The sandbox's bank for a change that was begun in the portal is a page of the portal's, where this visitor is nobody. */
function bankUrlOf({ bankUrl }: CardView, { pageUrl }: FixScope): string | null {
  const isElsewhere = bankUrl?.startsWith('/') && !bankUrl.startsWith(`${new URL(pageUrl).pathname}/`);
  return isElsewhere ? null : bankUrl;
}

async function describeDebt(
  db: Database,
  order: Order,
  payment: Payment | undefined,
  { say, locale }: Voice,
  now: Date,
): Promise<OwedView | undefined> {
  const facts = (await findLetterFacts(db, [order])).get(order.id);
  if (!facts || !order.pastDueSince) return undefined;
  const { totalMinor } = amountsOf(facts.price, order.billingDetail, now, taxProvider());
  const { method } = facts;
  const tried = payment?.status === 'failed' && payment.paymentMethodId !== null ? payment : undefined;
  const isRefused = Boolean(method?.refusedAt);
  const retryAt = method && !isRefused ? order.nextChargeAt : null;
  return {
    total: formatMoney(totalMinor, order.currency, locale),
    card: tried ? describeCard(tried) : null,
    triedOn: tried ? formatDay(tried.updatedAt, locale) : null,
    failure: tried ? describeDecline(tried.failureCode, say) : null,
    retryOn: retryAt && formatDay(retryAt, locale),
    isRefused,
    endsOn: formatDay(lastRetryAt(order.pastDueSince, settings().renewalRetryDays), locale),
  };
}

/** What the sandbox's bank asks about: the new card, or what is charged to it. */
export interface FixChallengeView {
  readonly orderId: string;
  readonly about: 'card' | 'payment';
  /** Its change's or payment's id. */
  readonly id: string;
  readonly productName: string;
  /** What is charged; null where nothing is. */
  readonly amount: string | null;
}

/** The question that waits under that id; undefined where none does. */
export async function readFixChallenge(
  db: Database,
  scope: FixScope,
  id: string,
  { locale }: Voice,
): Promise<FixChallengeView | undefined> {
  const found = isUuid(id) ? await findFixOrder(db, scope) : undefined;
  if (!found) return undefined;
  const { order, productName } = found;
  const waits = (attempt: { orderId: string; status: string; provider: string } | undefined) =>
    attempt?.orderId === order.id && attempt.status === 'requires_action' && attempt.provider === 'sandbox';
  const said = { orderId: toShortId('ORD', order.id), id, productName };
  if (waits(await findMethodChange(db, order.storeId, id))) return { ...said, about: 'card', amount: null };
  const payment = (await listOrderPayments(db, order)).find((attempt) => attempt.id === id);
  if (!payment || !waits(payment)) return undefined;
  return { ...said, about: 'payment', amount: formatMoney(payment.amountMinor, payment.currency, locale) };
}
