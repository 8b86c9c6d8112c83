/** Everything the hosted checkout page shows of one session: plain values, money already formatted. */
import type { Database } from '../../db/client.ts';
import { type Amounts, untaxed } from '../domain/amounts.ts';
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
import { requireVersion } from '../queries/products.ts';
import { type CheckoutAddress, findCheckout } from './pay.ts';

/**
 * - `open`: the form. - `challenge`: the bank asks (at `challengePath`), or the buyer starts over with the form.
 * - `processing`: a charge is on its way; the page asks again. - `paid`: the receipt, or on to `returnUrl`.
 * - `canceled`, `expired`, `unavailable` (the store is closed): a sentence and the way back.
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
  readonly subtotal: string;
  readonly tax: string | null;
  readonly total: string;
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
  /** BCP 47. */
  readonly language: string;
  /** The session's word or the store's; undefined: as the buyer's system says. */
  readonly darkMode: boolean | undefined;
  readonly expiresAt: Date;
  readonly challengePath: string | null;
  /** Why the last attempt failed, as told to the buyer. */
  readonly lastFailure: string | null;
  readonly receipt: {
    readonly orderId: string;
    readonly paidAt: Date;
    readonly total: string;
    readonly cardBrand: string | null;
    readonly cardLast4: string | null;
  } | null;
  /** Where to go once paid, with `orderId` and `sessionId` appended. */
  readonly returnUrl: string | null;
}

/** The page's view of a session; undefined for an address that leads nowhere. */
export async function readCheckout(
  db: Database,
  address: CheckoutAddress,
  now: Date,
): Promise<CheckoutView | undefined> {
  const found = await findCheckout(db, address).catch(ifNotFound);
  if (!found) return undefined;
  const { store, session } = found;
  const version = await requireVersion(db, store.id, session.productVersionId);
  const order = await findSessionOrder(db, session);
  const payments = order ? await listOrderPayments(db, order) : [];
  const language = session.language ?? 'en';
  const state = stateOf(store.status, session, order, payments, now);
  const money = (amountMinor: number) => formatMoney(amountMinor, session.currency, language);
  const amounts: Amounts = order ?? untaxed(session.price);
  const successUrl = order?.successUrl ?? session.successUrl ?? version.successUrl;
  return {
    state,
    environment: session.environment,
    store: { ...pickStore(store), checkoutSettings: store.checkoutSettings ?? {} },
    sessionId: session.id,
    productType: session.productType,
    product: { name: version.name, description: version.description, media: version.media },
    currency: session.currency,
    subtotal: money(amounts.subtotalMinor),
    tax: amounts.taxMinor > 0 ? money(amounts.taxMinor) : null,
    total: money(amounts.totalMinor),
    email: order?.buyerEmail ?? session.buyerEmail,
    billingDetail: order?.billingDetail ?? session.billingDetail,
    language,
    darkMode: session.darkMode ?? store.checkoutSettings?.defaultDarkMode,
    expiresAt: session.expiresAt,
    challengePath: challengePathOf(address, state, payments),
    lastFailure: payments[0]?.status === 'failed' ? payments[0].failureReason : null,
    receipt: receiptOf(order, payments, money),
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
  storeStatus: string,
  session: CheckoutSession,
  order: Order | undefined,
  payments: readonly Payment[],
  now: Date,
): CheckoutState {
  const holding = payments.find((payment) => payment.status === 'processing' || payment.status === 'requires_action');
  const state = sessionState(session, order?.status, now);
  // Money on its way outlives the session's end: what became of it comes first.
  if (holding?.status === 'processing' && state !== 'paid') return 'processing';
  if (state !== 'open') return state;
  if (storeStatus !== 'active') return 'unavailable';
  return holding ? 'challenge' : 'open';
}

function challengePathOf(
  { storeSlug, sessionId }: CheckoutAddress,
  state: CheckoutState,
  payments: readonly Payment[],
) {
  const waiting = payments.find((payment) => payment.status === 'requires_action');
  return state === 'challenge' && waiting ? `/${storeSlug}/checkout/${sessionId}/challenge/${waiting.id}` : null;
}

function receiptOf(order: Order | undefined, payments: readonly Payment[], money: (amountMinor: number) => string) {
  const paid = payments.find((payment) => payment.status === 'succeeded');
  if (order?.status !== 'completed' || !paid) return null;
  return {
    orderId: toShortId('ORD', order.id),
    paidAt: order.completedAt ?? paid.updatedAt,
    total: money(order.totalMinor),
    cardBrand: paid.cardBrand,
    cardLast4: paid.cardLast4,
  };
}

/** The merchant's address, as they wrote it, with what they need to look the order up appended. */
function returnUrlOf(successUrl: string, order: Order): string {
  const [, base = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(successUrl) ?? [];
  const added = `orderId=${toShortId('ORD', order.id)}&sessionId=${order.checkoutSessionId}`;
  return `${base}${base.includes('?') ? '&' : '?'}${added}${fragment}`;
}
