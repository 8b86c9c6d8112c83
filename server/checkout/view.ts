/** Everything the hosted checkout page shows of one session: plain values, money already formatted. */
import type { Database } from '../../db/client.ts';
import { formatTax } from '../domain/amounts.ts';
import { periodNames } from '../domain/billing-calendar.ts';
import type { BillingDetail } from '../domain/billing-detail.ts';
import { sessionState } from '../domain/checkout-session.ts';
import type { Environment } from '../domain/environments.ts';
import { toShortId } from '../domain/ids.ts';
import { formatMoney } from '../domain/money.ts';
import type { MediaItem, ProductType } from '../domain/product.ts';
import type { CheckoutSettings } from '../domain/store.ts';
import { ApiError } from '../errors.ts';
import type { CheckoutSession } from '../queries/checkout-sessions.ts';
import { findSessionOrder, type Order } from '../queries/orders.ts';
import { listOrderPayments, type Payment } from '../queries/payments.ts';
import { isOnSale, requireVersion } from '../queries/products.ts';
import { type CheckoutAddress, findCheckout, knownBilling } from './address.ts';
import { describeDue, formatDay, type Quote, readBilling, reckonDue } from './quote.ts';

/**
 * - `open`: the form. - `challenge`: the bank asks (at `challengePath`), or the buyer starts over with the form.
 * - `processing`: a charge is on its way; the page asks again. - `paid`: the receipt, or on to `returnUrl`.
 * - `canceled`, `expired`, `unavailable` (the store is closed, or the product off sale): a sentence and the way back.
 */
export type CheckoutState = 'open' | 'challenge' | 'processing' | 'paid' | 'canceled' | 'expired' | 'unavailable';

export interface CheckoutView {
  readonly state: CheckoutState;
  readonly environment: Environment;
  readonly store: {
    readonly name: string;
    readonly slug: string;
    readonly logo: string | null;
    readonly website: string | null;
    readonly supportEmail: string | null;
    readonly checkoutSettings: CheckoutSettings;
  };
  readonly sessionId: string;
  readonly productType: ProductType;
  readonly product: {
    readonly name: string;
    readonly description: string | null;
    readonly media: readonly MediaItem[];
  };
  readonly currency: string;
  /** What the form would be charged as the page opens. */
  readonly quote: Quote;
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
  /** BCP 47. */
  readonly language: string;
  /** The session's word or the store's; undefined: as the buyer's system says. */
  readonly darkMode: boolean | undefined;
  readonly expiresAt: Date;
  readonly challengePath: string | null;
  /** What the bank asks about. */
  readonly challengeAmount: string | null;
  /** Why the last attempt failed, as told to the buyer. */
  readonly lastFailure: string | null;
  readonly receipt: {
    readonly orderId: string;
    readonly paidAt: Date;
    readonly subtotal: string;
    readonly taxName: string;
    readonly tax: string;
    readonly total: string;
    /** Of a subscription: when it goes on, or ends. */
    readonly subscription: {
      readonly isTrial: boolean;
      readonly every: string;
      readonly next: { readonly isEnd: boolean; readonly total: string; readonly on: string } | null;
    } | null;
    readonly cardBrand: string | null;
    readonly cardLast4: string | null;
  } | null;
  /** Where to go once paid, with `orderId` and `sessionId` appended. */
  readonly returnUrl: string | null;
}

/**
 * The page's view of a session; undefined for an address that leads nowhere. `country` is where the buyer seems to be,
 * as long as nobody has said.
 */
export async function readCheckout(
  db: Database,
  address: CheckoutAddress,
  now: Date,
  country = '',
): Promise<CheckoutView | undefined> {
  const found = await findCheckout(db, address).catch(ifNotFound);
  if (!found) return undefined;
  const { store, session } = found;
  const version = await requireVersion(db, store.id, session.productVersionId);
  const order = await findSessionOrder(db, session);
  const payments = order ? await listOrderPayments(db, order) : [];
  const language = session.language ?? 'en';
  const isSold = store.status === 'active' && (order !== undefined || (await isOnSale(db, session)));
  const state = stateOf(isSold, session, order, payments, now);
  const money = (amountMinor: number) => formatMoney(amountMinor, session.currency, language);
  const email = order?.buyerEmail ?? session.buyerEmail;
  const billingDetail = knownBilling(session, order);
  const billing = billingDetail ?? readBilling({ country, state: '', postcode: '' }, null);
  const due = await reckonDue(db, session, order, { email, billingDetail: billing }, now);
  const successUrl = order?.successUrl ?? session.successUrl ?? version.successUrl;
  return {
    state,
    environment: session.environment,
    store: { ...pickStore(store), checkoutSettings: store.checkoutSettings ?? {} },
    sessionId: session.id,
    productType: session.productType,
    product: { name: version.name, description: version.description, media: version.media },
    currency: session.currency,
    quote: describeDue(due, session, billing !== null),
    email,
    billingDetail,
    language,
    darkMode: session.darkMode ?? store.checkoutSettings?.defaultDarkMode,
    expiresAt: session.expiresAt,
    ...challengeOf(address, state, payments, money),
    lastFailure: payments[0]?.status === 'failed' ? payments[0].failureReason : null,
    receipt: state === 'paid' && order ? receiptOf(order, payments, money, language, now) : null,
    returnUrl: order && state === 'paid' && successUrl ? returnUrlOf(successUrl, order) : null,
  };
}

function ifNotFound(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 404) return undefined;
  throw error;
}

const pickStore = ({ name, slug, logo, website, supportEmail }: Omit<CheckoutView['store'], 'checkoutSettings'>) => ({
  name,
  slug,
  logo,
  website,
  supportEmail,
});

function stateOf(
  isSold: boolean,
  session: CheckoutSession,
  order: Order | undefined,
  payments: readonly Payment[],
  now: Date,
): CheckoutState {
  const holding = payments.find((payment) => payment.status === 'processing' || payment.status === 'requires_action');
  const state = sessionState(session, order, now);
  // Money on its way outlives the session's end: what became of it comes first.
  if (holding?.status === 'processing' && state !== 'paid') return 'processing';
  if (state !== 'open') return state;
  if (!isSold) return 'unavailable';
  return holding ? 'challenge' : 'open';
}

type Money = (amountMinor: number) => string;

function challengeOf(
  { storeSlug, sessionId }: CheckoutAddress,
  state: CheckoutState,
  payments: readonly Payment[],
  money: Money,
) {
  const waiting = payments.find((payment) => payment.status === 'requires_action');
  if (state !== 'challenge' || !waiting) return { challengePath: null, challengeAmount: null };
  const challengePath = `/${storeSlug}/checkout/${sessionId}/challenge/${waiting.id}`;
  return { challengePath, challengeAmount: money(waiting.amountMinor) };
}

function receiptOf(
  order: Order,
  payments: readonly Payment[],
  money: Money,
  language: string,
  now: Date,
): CheckoutView['receipt'] {
  // What was paid here: a subscription's later payments have receipts of their own.
  const paid = payments.findLast((payment) => payment.status === 'succeeded');
  if (!paid) return null;
  return {
    orderId: toShortId('ORD', order.id),
    paidAt: paid.succeededAt ?? paid.updatedAt,
    subtotal: money(paid.amountMinor - paid.taxMinor),
    taxName: formatTax(order),
    tax: money(paid.taxMinor),
    total: money(paid.amountMinor),
    subscription: subscriptionOf(order, money, language, now),
    cardBrand: paid.cardBrand,
    cardLast4: paid.cardLast4,
  };
}

function subscriptionOf({ billingPeriod, trialEndsAt, ...order }: Order, money: Money, language: string, now: Date) {
  if (!billingPeriod) return null;
  const goesOn = order.status === 'active' || order.status === 'trialing';
  const next =
    order.currentPeriodEnd && order.currentPeriodEnd > now && (goesOn || order.status === 'canceling')
      ? { isEnd: !goesOn, total: money(order.totalMinor), on: formatDay(order.currentPeriodEnd, language) }
      : null;
  return { isTrial: trialEndsAt !== null, every: `every ${periodNames[billingPeriod]}`, next };
}

/** The merchant's address, as they wrote it, with what they need to look the order up appended. */
function returnUrlOf(successUrl: string, order: Order): string {
  const [, base = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(successUrl) ?? [];
  const added = `orderId=${toShortId('ORD', order.id)}&sessionId=${order.checkoutSessionId}`;
  return `${base}${base.includes('?') ? '&' : '?'}${added}${fragment}`;
}
