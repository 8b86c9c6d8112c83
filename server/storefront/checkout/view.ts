/** Everything that the checkout page shows of a session: plain values with formatted amounts. */
import type { Database } from '#db/client.ts';
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { findSessionOrder } from '#server/billing/orders/orders.ts';
import type { MethodChoice } from '#server/billing/orders/rules/session-methods.ts';
import { listOrderPayments, type Payment } from '#server/billing/payments/payments.ts';
import { calculateDue } from '#server/billing/payments/purchase-due.ts';
import { describeDue, type Quote, readBilling } from '#server/billing/payments/quote.ts';
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
import { type ChangeView, readChange } from './change-view.ts';
import { challengePathOf } from './next-step.ts';
import { returnUrlOf, siteOf } from './return-url.ts';
import { type CheckoutReceipt, receiptOf } from './view-receipt.ts';
import { type CheckoutState, stateOf } from './view-state.ts';

export interface CheckoutView {
  readonly state: CheckoutState;
  readonly environment: Environment;
  /** The time of the store's test clock, ISO 8601; null without one. */
  readonly testTime: string | null;
  /** The provider for new payments; null if live mode has none. */
  readonly provider: ProviderName | null;
  /** Whether the sandbox takes, or took, the payment. */
  readonly isSandbox: boolean;
  readonly store: {
    readonly name: string;
    readonly slug: string;
    readonly logo: string | null;
    readonly website: string | null;
    readonly supportEmail: string | null;
    readonly checkoutSettings: CheckoutSettings;
  };
  /** The origins that may frame the page. */
  readonly frameOrigins: readonly string[];
  readonly sessionId: string;
  readonly productType: ProductType;
  readonly product: {
    readonly name: string;
    readonly description: string | null;
    /** The description as safe HTML. Set by the renderer, which parses Markdown. */
    readonly descriptionHtml: string | null;
    readonly media: readonly MediaItem[];
  };
  readonly currency: string;
  /** The payment methods that the merchant includes or excludes; null: all. */
  readonly paymentMethods: MethodChoice | null;
  /** The charge for the form's initial values. */
  readonly quote: Quote;
  /** Set for a plan change. */
  readonly change: ChangeView | null;
  readonly email: string | null;
  readonly billingDetail: BillingDetail | null;
  /** The session's own language, BCP 47. */
  readonly language: string | null;
  /** The setting of the session or the store. Undefined: the buyer's system decides. */
  readonly darkMode: boolean | undefined;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The URL of the buyer's challenge: ours in the sandbox, else the provider's. Null in other browsers. */
  readonly challengePath: string | null;
  /** The amount of the challenge. */
  readonly challengeAmount: string | null;
  /** Whether a payment has been processing for unusually long. */
  readonly isSlow: boolean;
  /** Why the last attempt failed, in the buyer's language. Null in other browsers. */
  readonly lastFailure: string | null;
  /** Set after payment, in the buyer's browser. */
  readonly receipt: CheckoutReceipt | null;
  /** The redirect URL after payment, with `orderId` and `sessionId`. Null in other browsers. */
  readonly returnUrl: string | null;
  /** The origin that buyers continue to after payment. */
  readonly returnSite: string | null;
}

/** Most payments take less. */
const usuallyMs = 15_000;

/** The page's view of a checkout. `country` is a guess, used until the buyer's country is known. */
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
  const stored = stateOf({ isSold, provider }, session, order, payments, now);
  const planChange = await readChange(db, checkout, order, stored, now, voice);
  const state = planChange?.state ?? stored;
  const money = (amountMinor: number) => formatMoney(amountMinor, session.currency, voice.locale);
  const { email, billingDetail } = knownBuyer(checkout, order);
  const ownOrder = order && isBuyersBrowser(order, checkout) ? order : undefined;
  const billing = billingDetail ?? readBilling({ country, state: '', postcode: '' }, null);
  const quotePurchase = async () =>
    describeDue(
      await calculateDue(db, session, order, { email, billingDetail: billing }, now),
      session,
      billing,
      voice,
    );
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
    paymentMethods: session.paymentMethods,
    quote: planChange?.quote ?? (await quotePurchase()),
    change: planChange?.change ?? null,
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
    returnUrl:
      ownOrder && (state === 'paid' || state === 'scheduled') && successUrl ? returnUrlOf(successUrl, ownOrder) : null,
    returnSite: successUrl ? siteOf(successUrl) : null,
  };
}

const nothingOrdered = { order: undefined, payments: [] };

/** Read in one snapshot: an order paid between two queries would look unpaid. */
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

function challengeOf(checkout: Checkout, state: CheckoutState, payments: readonly Payment[], money: Money) {
  const waiting = payments.find((payment) => payment.status === 'requires_action');
  if (state !== 'challenge' || !waiting) return { challengePath: null, challengeAmount: null };
  return { challengePath: challengePathOf(checkout, waiting), challengeAmount: money(waiting.amountMinor) };
}
