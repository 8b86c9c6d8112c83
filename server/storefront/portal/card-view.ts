/**
 * The page that updates a subscription's card: the current card, the unpaid amount, and the progress of a change and
 * its charge.
 */
import type { Database } from '#db/client.ts';
import type { Order, OrderWithProduct } from '#server/billing/orders/orders.ts';
import { checkMethodChange, portalActor } from '#server/billing/payment-methods/change-method.ts';
import {
  findLatestChange,
  findMethodChange,
  findMethodInUse,
  type MethodChange,
} from '#server/billing/payment-methods/payment-methods.ts';
import { subscriptionProvider } from '#server/billing/payment-methods/subscription-provider.ts';
import { listOrderPayments, type Payment } from '#server/billing/payments/payments.ts';
import { describeDecline } from '#server/billing/wording/decline-words.ts';
import { checkPayment } from '#server/checkout/check-payment.ts';
import { isUuid, toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';
import { isLivePayment } from '#server/domain/payment.ts';
import type { Voice } from '#server/i18n/say.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { sandboxBankAt } from '#server/providers/payments/sandbox.ts';
import type { FormProvider } from '../checkout/form.ts';
import { providerForm } from '../checkout/page-form.ts';
import { describeStoredMethod } from './order-view.ts';
import { type PastDueView, readPastDue } from './past-due-view.ts';

/** A page that takes a card for one chargeable subscription. */
export interface CardDesk extends OrderWithProduct {
  /** The page's URL: a bank returns the buyer here. */
  readonly pageUrl: string;
}

export interface CardView {
  readonly orderId: string;
  readonly productName: string;
  /** The current card; null without one. */
  readonly current: string | null;
  /**
   * `challenge`: the bank asks the buyer. `processing`: the new card is being checked. `charging`: the unpaid amount is
   * being charged. `idle`: none of these.
   */
  readonly state: 'idle' | 'challenge' | 'processing' | 'charging';
  /** The URL of the challenge. */
  readonly bankUrl: string | null;
  /** Whether the last attempt has just succeeded and nothing is unpaid. */
  readonly isDone: boolean;
  /** Why a recent attempt failed. */
  readonly lastFailure: string | null;
  /** The unpaid amount that is charged to the new card; null without one. */
  readonly pastDue: PastDueView | null;
  /** Null if no provider takes cards now. */
  readonly provider: FormProvider | null;
  /** Billing details for the provider's form, so that it does not ask for them. Null: not needed. */
  readonly billing: { readonly email: string; readonly country: string; readonly postcode: string } | null;
}

/** Older failures are not shown. */
const recentSeconds = 10 * 60;
/** The page's timeout for a provider's answer. */
const checkLimitMs = 3000;

/**
 * Asks the provider about a pending card or charge, so that a buyer who returns from a challenge sees its outcome.
 * `mayAsk` limits the requests per attempt. Callers must read the order again.
 */
export async function pollMethodChange(
  db: Database,
  { order, pageUrl }: CardDesk,
  now: Date,
  mayAsk: (id: string) => Promise<boolean>,
): Promise<void> {
  const options = { actor: portalActor(order.id), limitMs: checkLimitMs };
  const [change, charge] = await Promise.all([findLatestChange(db, order), findDebtPayment(db, order)]);
  try {
    if (change && isLivePayment(change.status) && (await mayAsk(change.id))) {
      await checkMethodChange(db, change, now, { ...options, returnUrl: pageUrl });
    }
    if (charge && isLivePayment(charge.status) && (await mayAsk(charge.id)))
      await checkPayment(db, charge, now, options);
  } catch (error) {
    log().error({ orderId: toShortId('ORD', order.id), ...describeFailure(error) }, 'could not check a card or charge');
  }
}

/** The latest attempt to pay the unpaid amount; undefined if nothing is unpaid. */
const findDebtPayment = async (db: Database, order: Order): Promise<Payment | undefined> =>
  order.status === 'past_due' ? (await listOrderPayments(db, order))[0] : undefined;

/** Reads the state of a card page. */
export async function readCard(db: Database, desk: CardDesk, voice: Voice, now: Date): Promise<CardView> {
  const { order, productName, pageUrl } = desk;
  const change = await findLatestChange(db, order);
  const charge = await findDebtPayment(db, order);
  const pastDue = await readPastDue(db, order, charge, voice, now);
  const method = await findMethodInUse(db, order);
  const provider = await subscriptionProvider(db, order);
  const form = provider ? providerForm(provider.name, order, voice, now) : null;
  const isRecent = change && now.getTime() - change.updatedAt.getTime() < recentSeconds * 1000;
  const bankUrl = bankUrlOf(charge, pageUrl) ?? bankUrlOf(change, pageUrl);
  return {
    orderId: toShortId('ORD', order.id),
    productName,
    current: method ? describeStoredMethod(method, voice) : null,
    state: bankUrl === null ? waitingFor(change, charge) : 'challenge',
    bankUrl,
    isDone: change?.status === 'succeeded' && Boolean(isRecent) && pastDue === null,
    lastFailure: change?.status === 'failed' && isRecent ? describeDecline(change.failureCode, voice.say) : null,
    pastDue,
    provider: form,
    billing: form?.kind === 'stripe' ? billingOf(order) : null,
  };
}

function waitingFor(change: MethodChange | undefined, charge: Payment | undefined): CardView['state'] {
  if (change?.status === 'processing') return 'processing';
  return charge?.status === 'processing' ? 'charging' : 'idle';
}

/** The billing details that Stripe's form omits and expects from us. */
const billingOf = ({ buyerEmail, billingDetail }: Order) => ({
  email: buyerEmail ?? '',
  country: billingDetail?.country ?? '',
  postcode: billingDetail?.postcode ?? '',
});

/** The URL of an attempt's challenge from that page; null without one. */
export function bankUrlOf(attempt: MethodChange | Payment | undefined, pageUrl: string): string | null {
  if (attempt?.status !== 'requires_action') return null;
  // The sandbox's challenge is a page below every card page, wherever the attempt was started.
  return attempt.provider === 'sandbox' ? sandboxBankAt(pageUrl, attempt.id) : attempt.actionUrl;
}

/** The subject of the sandbox's challenge: the new card or a charge to it. */
export interface CardQuestion {
  readonly orderId: string;
  readonly about: 'card' | 'payment';
  /** The id of the method change or payment. */
  readonly id: string;
  readonly productName: string;
  /** The charged amount; null for a card without a charge. */
  readonly amount: string | null;
}

/** The pending challenge with that id; undefined without one. */
export async function readCardQuestion(
  db: Database,
  { order, productName }: OrderWithProduct,
  id: string,
  { locale }: Voice,
): Promise<CardQuestion | undefined> {
  if (!isUuid(id)) return undefined;
  const waits = (attempt: MethodChange | Payment | undefined) =>
    attempt?.orderId === order.id && attempt.status === 'requires_action' && attempt.provider === 'sandbox';
  const question = { orderId: toShortId('ORD', order.id), id, productName };
  if (waits(await findMethodChange(db, order, id))) return { ...question, about: 'card', amount: null };
  const charge = await findDebtPayment(db, order);
  if (charge?.id !== id || !waits(charge)) return undefined;
  return { ...question, about: 'payment', amount: formatMoney(charge.amountMinor, charge.currency, locale) };
}
