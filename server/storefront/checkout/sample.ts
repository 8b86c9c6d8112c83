/**
 * A sample checkout in any state, for the dashboard's preview of unsaved settings. Uses a product of the store if it
 * has one. Writes nothing.
 */
import type { Tx } from '#db/client.ts';
import { findBuyerProblems } from '#server/billing/payments/buyer-form.ts';
import { describeDue, type Quote } from '#server/billing/payments/quote.ts';
import { trialDaysOf, trialPrice } from '#server/billing/subscriptions/rules/trial.ts';
import { describeDecline } from '#server/billing/wording/decline-words.ts';
import { findFirstOnSale } from '#server/catalog/products.ts';
import type { Price } from '#server/catalog/rules/prices.ts';
import type { ProductContent } from '#server/catalog/rules/product.ts';
import { amountsOf } from '#server/domain/amounts.ts';
import { addDays, periodStart } from '#server/domain/billing-calendar.ts';
import type { BillingDetail } from '#server/domain/billing-detail.ts';
import type { Environment } from '#server/domain/environments.ts';
import { toShortId } from '#server/domain/ids.ts';
import type { Voice } from '#server/i18n/say.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { taxProvider } from '#server/providers/tax/index.ts';
import type { CheckoutSettings } from '#server/stores/rules/store.ts';
import type { Store } from '#server/stores/stores.ts';
import { buyerLists, type CheckoutForm, prefillOf, sandboxForm } from './form.ts';
import type { CheckoutView } from './view.ts';
import type { CheckoutState } from './view-state.ts';

export const sampleStates = [
  'form',
  'declined',
  'problems',
  'challenge',
  'processing',
  'paid',
  'trial',
  'expired',
  'canceled',
  'unavailable',
] as const;
export type SampleState = (typeof sampleStates)[number];

/** A checkout of the store in that state, with the given settings. */
export interface Sample {
  readonly view: CheckoutView;
  readonly form: CheckoutForm | null;
}

interface SampleOptions {
  readonly store: Store;
  readonly environment: Environment;
  readonly state: SampleState;
  readonly checkoutSettings: CheckoutSettings;
}

/** Creates the sample. `voice`: the reader's language. */
export async function makeSample(
  tx: Tx,
  { store, environment, state, checkoutSettings }: SampleOptions,
  now: Date,
  voice: Voice,
): Promise<Sample> {
  const scope = { ...scopeOfStore(store), environment };
  const product =
    (await findFirstOnSale(tx, scope, state === 'trial' ? 'subscription' : undefined)) ??
    placeholderProduct(state === 'trial');
  const { name, slug, logo, website, supportEmail } = store;
  const [currency, quote] = quoteOf(product, state, now, voice);
  const viewState = viewStates[state] ?? 'open';
  const isForm = viewState === 'open' || viewState === 'challenge';
  const view: CheckoutView = {
    state: viewState,
    environment,
    testTime: null,
    provider: 'sandbox',
    isSandbox: true,
    store: { name, slug, logo, website, supportEmail, checkoutSettings },
    frameOrigins: [],
    sessionId,
    productType: product.billingPeriod ? 'subscription' : 'onetime',
    product: { name: product.name, description: product.description, descriptionHtml: null, media: product.media },
    currency,
    quote,
    change: null,
    email,
    billingDetail,
    paymentMethods: null,
    language: null,
    darkMode: undefined,
    expiresAt: addDays(now, 1).toISOString(),
    challengePath: viewState === 'challenge' ? `/${slug}/checkout/${sessionId}/challenge/${sessionId}` : null,
    challengeAmount: quote.total,
    isSlow: false,
    lastFailure: state === 'declined' ? describeDecline('card_declined', voice.say) : null,
    receipt: viewState === 'paid' ? receiptOf(product, quote, state === 'trial', now, voice) : null,
    returnUrl: null,
    returnSite: null,
  };
  return { view, form: isForm ? formFor(state, now, voice) : null };
}

/** All states but the open form. */
const viewStates: Readonly<Partial<Record<SampleState, CheckoutState>>> = {
  challenge: 'challenge',
  processing: 'processing',
  paid: 'paid',
  trial: 'paid',
  expired: 'expired',
  canceled: 'canceled',
  unavailable: 'unavailable',
};

const sessionId = '00000000-0000-4000-8000-000000000000';
const email = 'ana@example.com';
/** A location with a tax, so that the tax line is visible. */
const billingDetail: BillingDetail = { country: 'DE', postcode: '10115', isBusiness: false };

type SampleProduct = Pick<ProductContent, 'name' | 'description' | 'prices' | 'media' | 'metadata' | 'billingPeriod'>;

/** Used if the store has no product. */
const placeholderProduct = (isTrial: boolean): SampleProduct => ({
  name: isTrial ? 'Sample subscription' : 'Sample product',
  description: 'Your product description appears here, with **formatting** and images.',
  prices: { USD: { amountMinor: 2900, taxIncluded: false, taxCategory: 'digital_goods' } },
  media: [],
  metadata: isTrial ? { trialDays: 14 } : {},
  billingPeriod: isTrial ? 'monthly' : null,
});

function quoteOf(product: SampleProduct, state: SampleState, now: Date, voice: Voice): [string, Quote] {
  const { prices, billingPeriod: period } = product;
  const [currency, price] =
    Object.entries(prices).find(([code]) => code === 'USD') ?? (Object.entries(prices)[0] as [string, Price]);
  const amounts = amountsOf(price, billingDetail, now, taxProvider());
  const trialDays = trialDaysFor(product, state);
  const today = trialDays > 0 ? amountsOf(trialPrice(price), billingDetail, now, taxProvider()) : amounts;
  const at = period && (trialDays > 0 ? addDays(now, trialDays) : periodStart(now, period, 1));
  const renewal = period && at ? { amounts, period, at, trialDays } : null;
  return [currency, describeDue({ today, renewal }, { currency, price }, billingDetail, voice)];
}

/** Shows a trial for a product without one, too: the preview is about its look. */
const trialDaysFor = (product: SampleProduct, state: SampleState): number =>
  product.billingPeriod === null || state === 'paid' ? 0 : trialDaysOf(product) || (state === 'trial' ? 14 : 0);

function receiptOf(
  { billingPeriod }: SampleProduct,
  { subtotal, taxName, tax, total, renewal }: Quote,
  isTrial: boolean,
  now: Date,
  { say }: Voice,
): CheckoutView['receipt'] {
  return {
    number: toShortId('PAY', sessionId),
    orderId: toShortId('ORD', sessionId),
    paidAt: now.toISOString(),
    subtotal,
    taxName,
    tax: tax ?? '',
    credit: null,
    total,
    refunds: [],
    afterRefunds: null,
    subscription: billingPeriod && {
      isTrial,
      every: say(`due.every.${billingPeriod}`),
      next: renewal && { isEnd: false, total: renewal.total, on: renewal.on },
    },
    isReverseCharge: false,
    business: null,
    method: { isCard: true, name: 'Visa', last4: '4242' },
  };
}

function formFor(state: SampleState, now: Date, voice: Voice): CheckoutForm {
  const prefill = state === 'problems' ? prefillOf(null, null, 'US') : prefillOf(email, billingDetail, '');
  const problems = state === 'problems' ? findBuyerProblems(prefill, voice.say) : {};
  return { lists: buyerLists(voice), prefill, provider: sandboxForm(now, voice), problems, isSent: false };
}
