/** Everything the hosted checkout page shows of one session: plain values, money already formatted. */
import type { Database } from '#db/client.ts';
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { findSessionOrder } from '#server/billing/orders/orders.ts';
import { listOrderPayments, type Payment } from '#server/billing/payments/payments.ts';
import { calculateDue, describeDue, type Quote, readBilling } from '#server/billing/payments/quote.ts';
import { findProviderName } from '#server/billing/payments/store-provider.ts';
import { listOrderRefunds } from '#server/billing/refunds/refunds.ts';
import { describeDecline } from '#server/billing/wording/decline-words.ts';
import type { MediaItem, ProductType } from '#server/catalog/rules/product.ts';
import { type Checkout, isBuyersBrowser, knownBuyer } from '#server/checkout/address.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import type { Environment } from '#server/domain/environments.ts';
import { formatMoney } from '#server/domain/money.ts';
import type { Voice } from '#server/i18n/say.ts';
import type { ProviderName } from '#server/providers/rules/payment-provider.ts';
import { frameOriginsIn } from '#server/stores/rules/frame-origin.ts';
import { maySellIn } from '#server/stores/rules/prod-sales.ts';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import { storeTime, testTimeOf } from '#server/stores/rules/test-clock.ts';
import { type CheckoutReceipt, receiptOf } from './view-receipt.ts';
import { type CheckoutState, stateOf } from './view-state.ts';
import { returnUrlOf, siteOf } from './view-ways.ts';

export interface CheckoutView {
  readonly state: CheckoutState;
  readonly environment: Environment;
  /** What the store's test clock says, ISO 8601; null: time is as everywhere. */
  readonly testTime: string | null;
  /** What takes a new payment; null: nothing does, as prod has no payment provider. */
  readonly provider: ProviderName | null;
  /** Whether no money moves here: the sandbox takes, or has taken, the payment. */
  readonly isSandbox: boolean;
  readonly store: {
    readonly name: string;
    readonly slug: string;
    readonly logo: string | null;
    readonly website: string | null;
    readonly supportEmail: string | null;
    readonly checkoutSettings: CheckoutSettings;
  };
  /** The sites that may show it in a frame, as origins. */
  readonly frameOrigins: readonly string[];
  readonly sessionId: string;
  readonly productType: ProductType;
  readonly product: {
    readonly name: string;
    readonly description: string | null;
    /** The description's Markdown as HTML that is safe to show; filled in by the renderer, which knows Markdown. */
    readonly descriptionHtml: string | null;
    readonly media: readonly MediaItem[];
  };
  readonly currency: string;
  /** What the form would be charged as the page opens. */
  readonly quote: Quote;
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
  /** The session's own language, BCP 47. */
  readonly language: string | null;
  /** The session's word or the store's; undefined: as the buyer's system says. */
  readonly darkMode: boolean | undefined;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Where the buyer's bank asks: a path of ours in the sandbox, else the provider's own address. Null in other browsers. */
  readonly challengePath: string | null;
  /** What the bank asks about. */
  readonly challengeAmount: string | null;
  /** Whether a payment that is on its way has been so for longer than most. */
  readonly isSlow: boolean;
  /** Why the last attempt failed, in the buyer's words; null in a browser that did not make it. */
  readonly lastFailure: string | null;
  /** Once paid, in the browser that paid. */
  readonly receipt: CheckoutReceipt | null;
  /** Where to go once paid, with `orderId` and `sessionId` appended; null in any other browser than the buyer's. */
  readonly returnUrl: string | null;
  /** The site that buyers go on to once they have paid, as an origin. */
  readonly returnSite: string | null;
}

/** How long a payment usually takes at most. */
const usuallyMs = 15_000;

/** The page's view of a checkout. `country` is where the buyer seems to be, as long as the buyer has not said. */
export async function readCheckout(
  db: Database,
  checkout: Checkout,
  realTime: Date,
  voice: Voice,
  country = '',
): Promise<CheckoutView> {
  const { store, session, version } = checkout;
  const now = storeTime(store, session.environment, realTime);
  const { order, payments } = checkout.isOrdered ? await readStanding(db, session) : nothingOrdered;
  const isOpen = store.status === 'active' && maySellIn(store, session.environment);
  const isSold = isOpen && (order !== undefined || checkout.isOnSale);
  const provider = (await findProviderName(db, session)) ?? null;
  const state = stateOf({ isSold, provider }, session, order, payments, now);
  const money = (amountMinor: number) => formatMoney(amountMinor, session.currency, voice.locale);
  const { email, billingDetail } = knownBuyer(checkout, order);
  const ownOrder = order && isBuyersBrowser(order, checkout) ? order : undefined;
  const billing = billingDetail ?? readBilling({ country, state: '', postcode: '' }, null);
  const due = await calculateDue(db, session, order, { email, billingDetail: billing }, now, version);
  const successUrl = order?.successUrl ?? session.successUrl ?? version.successUrl;
  return {
    state,
    environment: session.environment,
    testTime: testTimeOf(store, session.environment)?.toISOString() ?? null,
    provider,
    isSandbox: (payments[0]?.provider ?? provider) === 'sandbox',
    store: { ...pickStore(store), checkoutSettings: store.checkoutSettings ?? {} },
    frameOrigins: frameOriginsIn(session.environment, store.checkoutFrameOrigins),
    sessionId: session.id,
    productType: session.productType,
    product: { name: version.name, description: version.description, descriptionHtml: null, media: version.media },
    currency: session.currency,
    quote: describeDue(due, session, billing, voice),
    email,
    billingDetail,
    language: session.language,
    darkMode: session.darkMode ?? store.checkoutSettings?.defaultDarkMode,
    expiresAt: session.expiresAt.toISOString(),
    ...(ownOrder ? challengeOf(checkout, state, payments, money) : { challengePath: null, challengeAmount: null }),
    isSlow: payments.some(({ status, createdAt }) => status === 'processing' && isLongAgo(createdAt, now)),
    lastFailure:
      ownOrder && payments[0]?.status === 'failed' ? describeDecline(payments[0].failureCode, voice.say) : null,
    receipt:
      state === 'paid' && ownOrder
        ? receiptOf(ownOrder, payments, await listOrderRefunds(db, ownOrder), money, voice, now)
        : null,
    returnUrl: ownOrder && state === 'paid' && successUrl ? returnUrlOf(successUrl, ownOrder) : null,
    returnSite: successUrl ? siteOf(successUrl) : null,
  };
}

const nothingOrdered = { order: undefined, payments: [] };

/** As of one moment: an order that is paid between two questions would look like one that nobody is paying. */
const readStanding = (db: Database, session: CheckoutSession) =>
  db.transaction(
    async (tx) => {
      const order = await findSessionOrder(tx, session);
      return { order, payments: order ? await listOrderPayments(tx, order) : [] };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

const pickStore = ({ name, slug, logo, website, supportEmail }: Omit<CheckoutView['store'], 'checkoutSettings'>) => ({
  name,
  slug,
  logo,
  website,
  supportEmail,
});

const isLongAgo = (moment: Date, now: Date): boolean => now.getTime() - moment.getTime() > usuallyMs;

type Money = (amountMinor: number) => string;

function challengeOf({ store, session }: Checkout, state: CheckoutState, payments: readonly Payment[], money: Money) {
  const waiting = payments.find((payment) => payment.status === 'requires_action');
  if (state !== 'challenge' || !waiting) return { challengePath: null, challengeAmount: null };
  const ours = `/${store.slug}/checkout/${session.id}/challenge/${waiting.id}`;
  const challengePath = waiting.provider === 'sandbox' ? ours : waiting.actionUrl;
  return { challengePath, challengeAmount: money(waiting.amountMinor) };
}
