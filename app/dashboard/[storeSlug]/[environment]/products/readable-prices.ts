import type { ProductContent } from '#server/catalog/rules/product.ts';
import { periodNames } from '#server/domain/billing-calendar.ts';
import { formatMoney } from '#server/domain/money.ts';

/** A version's billing interval: "every month"; null for a one-time product. */
export const readablePeriod = ({ billingPeriod }: Pick<ProductContent, 'billingPeriod'>): string | null =>
  billingPeriod && `every ${periodNames[billingPeriod]}`;

/** A version's formatted prices: "$29.00", "$18.00 every month", with the price of a paid trial. */
export const readablePrices = (version: Pick<ProductContent, 'prices' | 'billingPeriod'>) => {
  const period = readablePeriod(version);
  return Object.entries(version.prices).map(([currency, { amountMinor, trialAmountMinor }]) => ({
    currency,
    amount: [formatMoney(amountMinor, currency), period].filter(Boolean).join(' '),
    trial: trialAmountMinor === undefined ? null : formatMoney(trialAmountMinor, currency),
  }));
};
