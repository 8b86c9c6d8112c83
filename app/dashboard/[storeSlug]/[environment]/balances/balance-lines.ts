import type { CurrencyBalance } from '#components/dashboard/balances/balance-card.tsx';
import type { MovementLine } from '#components/dashboard/balances/movement-table.tsx';
import type { Balance, BookedMovement } from '#server/billing/ledger/data/ledger.ts';
import type { LedgerAccount } from '#server/billing/ledger/rules/ledger.ts';
import { toShortId } from '#server/domain/ids.ts';
import { formatMoney } from '#server/domain/money.ts';

/** The balances by currency, as people read them: income and debts count upwards. */
export function currencyBalances(balances: readonly Balance[]): CurrencyBalance[] {
  return [...Map.groupBy(balances, ({ currency }) => currency)].map(([currency, accounts]) => {
    const sumOf = (name: LedgerAccount) => accounts.find(({ account }) => account === name)?.amountMinor ?? 0n;
    return {
      currency,
      held: formatMoney(sumOf('provider_balance'), currency),
      sales: formatMoney(-sumOf('sales'), currency),
      refunds: formatMoney(-sumOf('refunds'), currency),
      tax: formatMoney(-sumOf('tax_payable'), currency),
      owed: sumOf('owed_to_buyers') === 0n ? null : formatMoney(-sumOf('owed_to_buyers'), currency),
    };
  });
}

/** A movement as the list shows it. */
export const movementLine = ({
  orderId,
  amountMinor,
  taxMinor,
  currency,
  ...movement
}: BookedMovement): MovementLine => ({
  id: movement.id,
  kind: movement.kind,
  productName: movement.productName,
  buyerEmail: movement.buyerEmail,
  orderId: toShortId('ORD', orderId),
  amount: formatMoney(amountMinor, currency),
  tax: formatMoney(taxMinor, currency),
  occurredAt: movement.occurredAt,
});
