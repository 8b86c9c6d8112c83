/** What an order costs, and how that splits into subtotal and tax. Integers in minor units throughout. */
import type { Price } from './prices.ts';

export interface Amounts {
  readonly subtotalMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
}

/** The amounts of one unit at a price on which no tax is levied. */
export const untaxed = (price: Price): Amounts => ({
  subtotalMinor: price.amountMinor,
  taxMinor: 0,
  totalMinor: price.amountMinor,
});
