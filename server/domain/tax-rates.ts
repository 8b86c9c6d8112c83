/**
 * Which tax a place levies on what is sold to it, and at which rate. The rates are the package sales-tax's; where that
 * is behind, our own table wins. Rates are integers in millionths, read off the text of the decimal: 0.19 is 190,000.
 */
import published from 'sales-tax/res/sales_tax_rates.json' with { type: 'json' };

/** One tax of one place. */
export interface TaxRate {
  readonly rateMillionths: number;
  /** What the tax is called there; null where none is levied. */
  readonly name: string | null;
}

interface Published {
  readonly type: string;
  readonly rate: number;
  /** What held before each of those moments. */
  readonly before?: Readonly<Record<string, { readonly type: string; readonly rate: number }>>;
}
type PublishedCountry = Published & { readonly states?: Readonly<Record<string, Published>> };

interface Correction {
  readonly rate: string;
  readonly name?: string;
  /** From when on it wins over the package, which is right about the time before. */
  readonly since?: string;
}

const rates = published as unknown as Readonly<Record<string, PublishedCountry>>;

/** By country, or country and state. State rates are the states' own, without what counties and cities add. */
const corrections: Readonly<Record<string, Correction>> = {
  // https://taxsummaries.pwc.com/quick-charts/value-added-tax-vat-rates
  BS: { rate: '0.1' },
  EC: { rate: '0.15' },
  KW: { rate: '0' },
  LK: { rate: '0.18' },
  PK: { rate: '0.18' },
  QA: { rate: '0' },
  // https://vatcalc.com/liechtenstein/liechtenstein-rises-vat-to-8-1-january-2024
  LI: { rate: '0.081', since: '2023-12-31T23:00:00Z' },
  // https://www.vatupdate.com/2026/01/13/russian-tax-service-issues-guidelines-for-transition-to-22-vat-rate-from-january-2026
  RU: { rate: '0.22', since: '2025-12-31T21:00:00Z' },
  // https://www.nishimura.com/en/knowledge/publications/20251022-116401 (10 % in law, lowered to 7 % from year to year)
  TH: { rate: '0.07' },
  // https://taxfoundation.org/data/all/state/sales-tax-rates/
  'US-AR': { rate: '0.065' },
  'US-AZ': { rate: '0.056' },
  'US-CA': { rate: '0.0725' },
  'US-CT': { rate: '0.0635' },
  'US-LA': { rate: '0.05', since: '2025-01-01T06:00:00Z' },
  'US-ME': { rate: '0.055' },
  'US-NC': { rate: '0.0475' },
  'US-NJ': { rate: '0.06625' },
  'US-NM': { rate: '0.04875' },
  'US-OH': { rate: '0.0575' },
  'US-SD': { rate: '0.042' },
  'US-UT': { rate: '0.061' },
  'US-VA': { rate: '0.053' },
};

const names: Readonly<Record<string, string>> = { vat: 'VAT', gst: 'GST', hst: 'HST', pst: 'PST', qst: 'QST' };

const none: TaxRate = { rateMillionths: 0, name: null };

/** A decimal fraction's text in millionths; the rates have at most six decimals. */
export function millionths(text: string): number {
  const match = /^([01])(?:\.(\d{1,6}))?$/.exec(text);
  if (!match) throw new RangeError(`Not a tax rate: ${text}`);
  return Number(`${match[1]}${(match[2] ?? '').padEnd(6, '0')}`);
}

/** The tax on a sale to that place at `now`, all levels of government together. */
export function taxRateAt(country: string, state: string | undefined, now: Date): TaxRate {
  const national = rates[country] && readRate(country, rates[country], now);
  const regional = state && rates[country]?.states?.[state];
  if (country === 'US') return state ? salesTaxOf(state, regional || undefined, now) : none;
  if (country === 'CA' && national && regional) return withProvince(national, readRate(`CA-${state}`, regional, now));
  return national ?? correctedRate(country, now) ?? none;
}

function salesTaxOf(state: string, entry: Published | undefined, now: Date): TaxRate {
  const found = entry ? readRate(`US-${state}`, entry, now) : none;
  return found.rateMillionths > 0 ? { ...found, name: 'Sales tax' } : none;
}

/** The federal GST and what the province adds: one harmonized tax (HST), or a tax of its own beside it. */
function withProvince(federal: TaxRate, province: TaxRate): TaxRate {
  const rateMillionths = federal.rateMillionths + province.rateMillionths;
  return { rateMillionths, name: province.name === 'HST' ? 'HST' : `${federal.name} + ${province.name}` };
}

function readRate(place: string, entry: Published, now: Date): TaxRate {
  const corrected = correctedRate(place, now);
  if (corrected) return corrected;
  const past = Object.entries(entry.before ?? {})
    .filter(([end]) => now < new Date(end))
    .sort(([a], [b]) => Date.parse(a) - Date.parse(b))[0]?.[1];
  return named(String((past ?? entry).rate), names[(past ?? entry).type]);
}

function correctedRate(place: string, now: Date): TaxRate | undefined {
  const correction = corrections[place];
  if (!correction || (correction.since && now < new Date(correction.since))) return undefined;
  return named(correction.rate, correction.name ?? 'VAT');
}

function named(rate: string, name = 'Tax'): TaxRate {
  const rateMillionths = millionths(rate);
  return rateMillionths > 0 ? { rateMillionths, name } : none;
}
