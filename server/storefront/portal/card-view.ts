/**
 * The page on which a subscription gets another card, wherever in the portal that is: what it is charged to now, what is
 * owed, and how far a change and the charge that follows it have come.
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
import type { Voice } from '#server/i18n/say.ts';
import { describeFailure, log } from '#server/platform/log.ts';
import { sandboxBankAt } from '#server/providers/payments/sandbox.ts';
import type { FormProvider } from '../checkout/form.ts';
import { providerForm } from '../checkout/page-form.ts';
import { describeStoredMethod } from './order-view.ts';
import { type OwedView, readOwed } from './past-due-view.ts';

/** Where a card is given: for a subscription that can be charged, on one page. */
export interface CardDesk extends OrderWithProduct {
  /** The page's own address: a bank sends the buyer back here. */
  readonly pageUrl: string;
}

export interface CardView {
  readonly orderId: string;
  readonly productName: string;
  /** What is charged at present; null where nothing is kept. */
  readonly current: string | null;
  /**
   * `challenge`: the buyer's bank asks. `processing`: the new card is being looked at, `charging`: what is owed is on its
   * way; there is nothing to do but wait. Else `idle`.
   */
  readonly state: 'idle' | 'challenge' | 'processing' | 'charging';
  /** Where the buyer's bank asks. */
  readonly bankUrl: string | null;
  /** Whether the last attempt has just worked, and nothing is owed. */
  readonly isDone: boolean;
  /** Why the attempt before failed, where that is a moment ago. */
  readonly lastFailure: string | null;
  /** What is charged to the new card at once; null where nothing is. */
  readonly owed: OwedView | null;
  /** Null where nobody takes cards for it now. */
  readonly provider: FormProvider | null;
  /** What the provider's form is told of the buyer instead of asking again; null where it asks nothing of the kind. */
  readonly billing: { readonly email: string; readonly country: string; readonly postcode: string } | null;
}

/** Longer than this a failure is not news any more. */
const newsSeconds = 10 * 60;
/** A page does not wait longer for what a provider knows. */
const checkLimitMs = 3000;

const isOpen = ({ status }: MethodChange | Payment): boolean => status === 'processing' || status === 'requires_action';

/**
 * Whoever comes back from their bank sees what the bank said, of the card and of what is owed; without an answer, what was
 * known before. `mayAsk` says whether a provider may be asked now about that attempt. Read the order again afterwards.
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
    if (change && isOpen(change) && (await mayAsk(change.id))) {
      await checkMethodChange(db, change, now, { ...options, returnUrl: pageUrl });
    }
    if (charge && isOpen(charge) && (await mayAsk(charge.id))) await checkPayment(db, charge, now, options);
  } catch (error) {
    log().error({ orderId: toShortId('ORD', order.id), ...describeFailure(error) }, 'card or charge not checked');
  }
}

/** The newest attempt to pay what is owed; undefined where nothing is. */
const findDebtPayment = async (db: Database, order: Order): Promise<Payment | undefined> =>
  order.status === 'past_due' ? (await listOrderPayments(db, order))[0] : undefined;

/** How things stand at a desk. */
export async function readCard(db: Database, desk: CardDesk, voice: Voice, now: Date): Promise<CardView> {
  const { order, productName, pageUrl } = desk;
  const change = await findLatestChange(db, order);
  const charge = await findDebtPayment(db, order);
  const owed = await readOwed(db, order, charge, voice, now);
  const method = await findMethodInUse(db, order);
  const provider = await subscriptionProvider(db, order);
  const form = provider ? providerForm(provider.name, order, voice, now) : null;
  const isNews = change && now.getTime() - change.updatedAt.getTime() < newsSeconds * 1000;
  const bankUrl = bankUrlOf(charge, pageUrl) ?? bankUrlOf(change, pageUrl);
  return {
    orderId: toShortId('ORD', order.id),
    productName,
    current: method ? describeStoredMethod(method, voice) : null,
    state: bankUrl === null ? waitingFor(change, charge) : 'challenge',
    bankUrl,
    isDone: change?.status === 'succeeded' && Boolean(isNews) && owed === null,
    lastFailure: change?.status === 'failed' && isNews ? describeDecline(change.failureCode, voice.say) : null,
    owed,
    provider: form,
    billing: form?.kind === 'stripe' ? billingOf(order) : null,
  };
}

function waitingFor(change: MethodChange | undefined, charge: Payment | undefined): CardView['state'] {
  if (change?.status === 'processing') return 'processing';
  return charge?.status === 'processing' ? 'charging' : 'idle';
}

/** What Stripe's form leaves out, and wants to be told instead. */
const billingOf = ({ buyerEmail, billingDetail }: Order) => ({
  email: buyerEmail ?? '',
  country: billingDetail?.country ?? '',
  postcode: billingDetail?.postcode ?? '',
});

/** Where the bank of an attempt asks, for whoever is at that page; null where it does not. */
export function bankUrlOf(attempt: MethodChange | Payment | undefined, pageUrl: string): string | null {
  if (attempt?.status !== 'requires_action') return null;
  // Wherever it was begun: the sandbox's bank is a page below this one, too.
  return attempt.provider === 'sandbox' ? sandboxBankAt(pageUrl, attempt.id) : attempt.actionUrl;
}

/** What the sandbox's bank asks about: the new card, or what is charged to it. */
export interface CardQuestion {
  readonly orderId: string;
  readonly about: 'card' | 'payment';
  /** Its change's or payment's id. */
  readonly id: string;
  readonly productName: string;
  /** What is charged; null where nothing is. */
  readonly amount: string | null;
}

/** The question about a subscription that waits under that id; undefined where none does. */
export async function readCardQuestion(
  db: Database,
  { order, productName }: OrderWithProduct,
  id: string,
  { locale }: Voice,
): Promise<CardQuestion | undefined> {
  if (!isUuid(id)) return undefined;
  const waits = (attempt: MethodChange | Payment | undefined) =>
    attempt?.orderId === order.id && attempt.status === 'requires_action' && attempt.provider === 'sandbox';
  const said = { orderId: toShortId('ORD', order.id), id, productName };
  if (waits(await findMethodChange(db, order.storeId, id))) return { ...said, about: 'card', amount: null };
  const charge = await findDebtPayment(db, order);
  if (charge?.id !== id || !waits(charge)) return undefined;
  return { ...said, about: 'payment', amount: formatMoney(charge.amountMinor, charge.currency, locale) };
}
