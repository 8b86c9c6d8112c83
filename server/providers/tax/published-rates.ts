/**
 * Which tax a place levies, and at which rate: the rates of the package sales-tax and, where that is behind, our own
 * table of corrections. Integers in millionths, read off the text of the decimal.
 */
import published from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };
import { millionths, type TaxRate } from '#server/domain/tax.ts';
import { corrections } from './corrections.ts';

interface Published {
  readonly type: string;
  readonly rate: number;
  /** What held before each of those moments. */
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

/** The federal GST and what the province adds: one harmonized tax (HST), or a tax of its own beside it. */
function withProvince(federal: TaxRate, province: TaxRate): TaxRate {
  const rateMillionths = federal.rateMillionths + province.rateMillionths;
  return { rateMillionths, name: province.name === 'HST' ? 'HST' : `${federal.name} + ${province.name}` };
}

const rateOf = (place: string, now: Date): TaxRate | undefined =>
  correctedRate(place, now) ?? publishedRate(place, now);

function correctedRate(place: string, now: Date): TaxRate | undefined {
  const correction = corrections[place];
  if (!correction || (correction.since && now < new Date(correction.since))) return undefined;
  return named(correction.rate, correction.name ?? 'VAT');
}

/** What the package says of a country (`DE`) or a state (`US-NY`); undefined: nothing. */
export function publishedRate(place: string, now: Date): TaxRate | undefined {
  const [country = '', state] = place.split('-');
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
