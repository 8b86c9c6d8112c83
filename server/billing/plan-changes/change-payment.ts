/** The payment of a plan change. */
import type { Tx } from '#db/client.ts';
import type { SubscriptionOrder } from '../orders/rules/order.ts';
import type { StoredMethod } from '../payment-methods/payment-methods.ts';
import { insertPayment, type Payment } from '../payments/payments.ts';
import type { Quote } from '../quotes/data/quotes.ts';

type MethodFields = Pick<Payment, 'provider' | 'method' | 'cardBrand' | 'cardLast4' | 'paymentMethodId'>;

/** The fields of a payment by a saved method. Credit that covers the whole charge names no card. */
export const savedMethodFields = ({ id, provider, type, cardBrand, cardLast4 }: StoredMethod): MethodFields => ({
  provider,
  method: type,
  cardBrand,
  cardLast4,
  paymentMethodId: id,
});

/** Inserts the payment of a plan change's locked order, as quoted. */
export async function insertChangePayment(
  tx: Tx,
  order: SubscriptionOrder,
  { id: quoteId, content }: Quote,
  method: MethodFields,
  now: Date,
): Promise<Payment> {
  const { charge, dueMinor, dueTaxMinor, creditUsedMinor, creditUsedTaxMinor, renewal } = content;
  const attempt = {
    ...method,
    quoteId,
    periodNumber: renewal && renewal.trialDays > 0 ? 0 : 1,
    amountMinor: dueMinor,
    taxMinor: dueTaxMinor,
    taxRateMillionths: charge.taxRateMillionths,
    taxName: charge.taxName,
    creditUsedMinor,
    creditUsedTaxMinor,
  };
  return await insertPayment(tx, order, attempt, now);
}
