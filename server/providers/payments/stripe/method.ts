/** The facts that Stripe reports about a payment method. */
import type Stripe from 'stripe';
import type { MethodSummary, SavedMethod } from '../provider.ts';
import type { Intent } from './intents.ts';

const idOf = (value: string | { readonly id: string } | null | undefined): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** The payment method of an intent, if the answer contains it expanded. */
export const methodOf = ({ payment_method: method }: Intent): Stripe.PaymentMethod | undefined =>
  typeof method === 'object' && method !== null ? method : undefined;

/** The storable facts: the last digits, and of a card its brand and expiry. A wallet is named by itself. */
export function summarizeMethod(method: Stripe.PaymentMethod): MethodSummary {
  const { type, card } = method;
  if (card) {
    return {
      type: card.wallet?.type ?? 'card',
      brand: card.brand,
      last4: card.last4,
      expiryMonth: card.exp_month,
      expiryYear: card.exp_year,
    };
  }
  const details: unknown = (method as unknown as Record<string, unknown>)[type];
  const last4 =
    typeof details === 'object' && details !== null && 'last4' in details && typeof details.last4 === 'string'
      ? details.last4
      : null;
  return { type, brand: null, last4, expiryMonth: null, expiryYear: null };
}

/**
 * The method for later charges; undefined if the intent did not save it. Single-use methods (iDEAL, Bancontact) leave a
 * bank debit for later charges.
 */
export function savedMethodOf(intent: Intent): SavedMethod | undefined {
  const isSaved = intent.object === 'setup_intent' || intent.setup_future_usage === 'off_session';
  const methodId = debitOf(intent) ?? idOf(intent.payment_method);
  return isSaved && methodId ? { customerId: idOf(intent.customer), methodId } : undefined;
}

/** `payment_method_details.<type>.generated_sepa_debit` of the attempt. */
function debitOf(intent: Intent): string | null {
  const attempt = intent.object === 'setup_intent' ? intent.latest_attempt : intent.latest_charge;
  if (typeof attempt !== 'object' || attempt === null) return null;
  const details = attempt.payment_method_details as Readonly<Record<string, unknown>> | null;
  const used = details?.[String(details.type)];
  return typeof used === 'object' && used !== null && 'generated_sepa_debit' in used
    ? idOf(used.generated_sepa_debit as string | { id: string } | null)
    : null;
}
