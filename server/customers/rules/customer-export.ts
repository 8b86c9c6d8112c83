/** Customers as files. The columns' names stay as they are: programs read them. */
import type { CsvColumn } from '#server/domain/csv.ts';
import { formatAmount } from '#server/domain/money.ts';

/**
 * A customer as a line needs them: one for each currency and payment provider that they have paid with, and one where they
 * have paid nothing. `provider` is who took what is paid in this line; where nothing was, who keeps their card.
 */
export interface ExportedCustomer {
  readonly customer: {
    readonly id: string;
    readonly email: string | null;
    readonly identity: string | null;
    readonly country: string | null;
    readonly orders: number;
    readonly firstOrderAt: Date;
    readonly lastOrderAt: Date;
  };
  readonly spent: { readonly currency: string; readonly paidMinor: bigint; readonly refundedMinor: bigint } | undefined;
  readonly provider: string | undefined;
}

export const customerColumns: readonly CsvColumn<ExportedCustomer>[] = [
  ['customer', ({ customer }) => customer.id],
  ['email', ({ customer }) => customer.email],
  ['identity', ({ customer }) => customer.identity],
  ['country', ({ customer }) => customer.country],
  ['orders', ({ customer }) => customer.orders],
  ['firstOrderAt', ({ customer }) => customer.firstOrderAt],
  ['lastOrderAt', ({ customer }) => customer.lastOrderAt],
  ['currency', ({ spent }) => spent?.currency],
  ['paid', ({ spent }) => spent && formatAmount(spent.paidMinor, spent.currency)],
  ['refunded', ({ spent }) => spent && formatAmount(spent.refundedMinor, spent.currency)],
  ['provider', ({ provider }) => provider],
];
