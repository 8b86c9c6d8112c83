/** The amounts of a sale, split into subtotal and tax. Integers in minor units throughout. */

import type { Price } from '#server/catalog/rules/prices.ts';
import type { BillingDetail } from './billing-detail.ts';
import type { Tax, TaxProvider } from './tax.ts';

export interface Amounts {
  readonly subtotalMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
  readonly taxRateMillionths: number;
  /** The tax's name on a receipt; null if none is levied. */
  readonly taxName: string | null;
}

const one = 1_000_000n;

/**
 * The amounts of one unit sold to that buyer at `now`. A tax-inclusive price is the total and contains the tax;
 * otherwise tax is added. Without a billing detail the tax is unknown, and the amounts are the price alone.
 */
export function amountsOf(
  price: Pick<Price, 'amountMinor' | 'taxIncluded' | 'taxCategory'>,
  billing: BillingDetail | null,
  now: Date,
  taxes: TaxProvider,
): Amounts {
  return withTax(price, billing && taxes.taxFor({ billing, taxCategory: price.taxCategory, now }));
}

/** The same for a known tax; `null`: no tax yet. */
export function withTax(
  { amountMinor, taxIncluded }: Pick<Price, 'amountMinor' | 'taxIncluded'>,
  tax: Tax | null,
): Amounts {
  const taxRateMillionths = tax?.rateMillionths ?? 0;
  const taxMinor = taxIncluded
    ? share(amountMinor, taxRateMillionths, one + BigInt(taxRateMillionths))
    : share(amountMinor, taxRateMillionths, one);
  const totalMinor = taxIncluded ? amountMinor : amountMinor + taxMinor;
  return { subtotalMinor: totalMinor - taxMinor, taxMinor, totalMinor, taxRateMillionths, taxName: nameOf(tax) };
}

const nameOf = (tax: Tax | null): string | null =>
  tax?.reverseCharge ? `${tax.name ?? 'VAT'}, reverse charge` : (tax?.name ?? null);

/** `amountMinor × part / whole`, halves rounded up. */
const share = (amountMinor: number, part: number, whole: bigint): number =>
  Number((2n * BigInt(amountMinor) * BigInt(part) + whole) / (2n * whole));

/** The tax as a receipt names it: "VAT 19%", "VAT, reverse charge"; "Tax" if none is levied. */
export function formatTax({ taxName, taxRateMillionths }: Pick<Amounts, 'taxName' | 'taxRateMillionths'>): string {
  if (!taxName) return 'Tax';
  return taxRateMillionths > 0 ? `${taxName} ${formatRate(taxRateMillionths)}` : taxName;
}

/** A displayed rate: 190,000 millionths are "19%", 99,750 are "9.975%". */
function formatRate(rateMillionths: number): string {
  const text = String(rateMillionths).padStart(5, '0');
  const decimals = text.slice(-4).replace(/0+$/, '');
  return `${text.slice(0, -4)}${decimals && `.${decimals}`}%`;
}
