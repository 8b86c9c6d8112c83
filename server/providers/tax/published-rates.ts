/**
 * Taxes and rates by place: the rates of the package sales-tax, replaced by our corrections where that is outdated.
 * Integers in millionths, read from the decimal text.
 */
import published from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };
import { millionths, type TaxRate } from '#server/domain/tax.ts';
import { corrections } from './corrections.ts';

interface Published {
  readonly type: string;
  readonly rate: number;
  /** The rates before each of those times. */
  readonly before?: Readonly<Record<string, { readonly type: string; readonly rate: number }>>;
}
type PublishedCountry = Published & { readonly states?: Readonly<Record<string, Published>> };

const rates = published as unknown as Readonly<Record<string, PublishedCountry>>;

const names: Readonly<Record<string, string>> = { vat: 'VAT', gst: 'GST', hst: 'HST', pst: 'PST', qst: 'QST' };

const none: TaxRate = { rateMillionths: 0, name: null };

/** The tax on a sale to that place at `now`, all levels of government together. */
export function taxRateAt(country: string, state: string | undefined, now: Date): TaxRate {
  if (country === 'US') return state ? salesTaxIn(state, now) : none;
  const national = rateOf(country, now) ?? none;
  const provincial = state && country === 'CA' ? rateOf(`CA-${state}`, now) : undefined;
  return provincial ? withProvince(national, provincial) : national;
}

function salesTaxIn(state: string, now: Date): TaxRate {
  const { rateMillionths } = rateOf(`US-${state}`, now) ?? none;
  return rateMillionths > 0 ? { rateMillionths, name: 'Sales tax' } : none;
}

/** The federal GST with the province's share: one harmonized tax (HST) or a separate tax. */
function withProvince(federal: TaxRate, province: TaxRate): TaxRate {
  const rateMillionths = federal.rateMillionths + province.rateMillionths;
  return { rateMillionths, name: province.name === 'HST' ? 'HST' : `${federal.name} + ${province.name}` };
}

const rateOf = (region: string, now: Date): TaxRate | undefined =>
  correctedRate(region, now) ?? publishedRate(region, now);

function correctedRate(region: string, now: Date): TaxRate | undefined {
  const correction = corrections[region];
  if (!correction || (correction.since && now < new Date(correction.since))) return undefined;
  return named(correction.rate, correction.name ?? 'VAT');
}

/** The package's entry for a country (`DE`) or a state (`US-NY`), or undefined. */
export function publishedRate(region: string, now: Date): TaxRate | undefined {
  const [country = '', state] = region.split('-');
  const entry = state ? rates[country]?.states?.[state] : rates[country];
  if (!entry) return undefined;
  const past = Object.entries(entry.before ?? {})
    .filter(([end]) => now < new Date(end))
    .sort(([a], [b]) => Date.parse(a) - Date.parse(b))[0]?.[1];
  const { rate, type } = past ?? entry;
  return named(String(rate), names[type]);
}

function named(rate: string, name = 'Tax'): TaxRate {
  const rateMillionths = millionths(rate);
  return rateMillionths > 0 ? { rateMillionths, name } : none;
}
