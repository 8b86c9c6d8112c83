/** The amount of a refund request, as `amount` or, with its currency, as `requestedAmount`. */
import { z } from 'zod';
import { priceEntry } from '#server/catalog/rules/prices.ts';
import { ApiError } from '#server/domain/errors.ts';
import { refusingNull } from '#server/domain/fields.ts';

const { amount } = priceEntry.shape;

/** The two fields of a request. `fallback` says what their absence means. */
export const amountFields = (fallback: string) => ({
  amount: refusingNull(
    amount
      .optional()
      .meta({ description: `An integer is in minor units, a string in display format; defaults to ${fallback}` }),
  ),
  requestedAmount: refusingNull(
    z
      .object({ amount, currency: z.string() })
      .meta({ schemaName: 'RequestedAmountInput' })
      .optional()
      .meta({ description: 'The same with the currency of the payment. Send one of both fields' }),
  ),
});

const refuse = (message: string, path: string) => new ApiError(400, message, 'ticket', { code: 'invalid_field', path });
const bothAmounts = () => refuse('Send either amount or requestedAmount', 'requestedAmount');
const otherCurrency = (currency: string) =>
  refuse(`Invalid requestedAmount.currency: the payment is in ${currency}`, 'requestedAmount.currency');

export const amountFieldRefusals = [
  bothAmounts().when('`amount` and `requestedAmount` are given'),
  otherCurrency('<currency>').when('`requestedAmount` has another currency than the payment'),
] as const;

interface AmountFields {
  readonly amount?: string | number | undefined;
  readonly requestedAmount?: { readonly amount: string | number; readonly currency: string } | undefined;
}

/** The amount of either field; undefined if neither is given. */
export function requestedAmountOf(fields: AmountFields, { currency }: { readonly currency: string }) {
  const { requestedAmount } = fields;
  if (!requestedAmount) return fields.amount;
  if (fields.amount !== undefined) throw bothAmounts();
  if (requestedAmount.currency !== currency) throw otherCurrency(currency);
  return requestedAmount.amount;
}
