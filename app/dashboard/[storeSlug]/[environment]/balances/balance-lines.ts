import type { CurrencyBalance } from '#components/dashboard/balances/balance-card.tsx';
import type { TransactionLine } from '#components/dashboard/balances/transaction-table.tsx';
import type { Balance, BookedMovement } from '#server/billing/ledger/data/ledger.ts';
import type { LedgerAccount } from '#server/billing/ledger/rules/ledger.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';

/** The balance per currency. Income and liabilities are shown as positive amounts. */
export function currencyBalances(balances: readonly Balance[]): CurrencyBalance[] {
  return [...Map.groupBy(balances, ({ currency }) => currency)].map(([currency, accounts]) => {
    const sumOf = (name: LedgerAccount) => accounts.find(({ account }) => account === name)?.amountMinor ?? 0n;
    return {
      currency,
      atProvider: formatMoney(sumOf('provider_balance'), currency),
      sales: formatMoney(-sumOf('sales'), currency),
      refunds: formatMoney(-sumOf('refunds'), currency),
      tax: formatMoney(-sumOf('tax_payable'), currency),
      lateRefunds: sumOf('owed_to_buyers') === 0n ? null : formatMoney(-sumOf('owed_to_buyers'), currency),
    };
  });
}

/** A ledger movement as a transaction for the list. */
export const transactionLine = ({
  orderId,
  amountMinor,
  taxMinor,
  currency,
  ...movement
}: BookedMovement): TransactionLine => ({
  id: movement.id,
  kind: movement.kind,
  productName: movement.productName,
  customerEmail: movement.buyerEmail,
  orderId: toShortId('ORD', orderId),
  amount: formatMoney(amountMinor, currency),
  tax: formatMoney(taxMinor, currency),
  occurredAt: movement.occurredAt,
});
