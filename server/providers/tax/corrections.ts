/**
 * Corrections of outdated or wrong published rates, each with its start and source. Tests fail for an entry that the
 * package has caught up with, so that it gets removed.
 */
export interface Correction {
  /** A decimal fraction. */
  readonly rate: string;
  /** Set if it is not `VAT` (in a state of the US, `Sales tax`). */
  readonly name?: string;
  /** From when it replaces the package's rate, which is correct for earlier times; absent: always. */
  readonly since?: string;
  readonly source: string;
}

const pwc = 'https://taxsummaries.pwc.com/quick-charts/value-added-tax-vat-rates';
const taxFoundation = 'https://taxfoundation.org/data/all/state/sales-tax-rates/';

/** By country, or country and state. State rates exclude county and city taxes. */
export const corrections: Readonly<Record<string, Correction>> = {
  BH: {
    rate: '0.1',
    since: '2021-12-31T21:00:00Z',
    source: 'https://www.vatcalc.com/bahrain/bahrain-confirms-doubling-vat-rate-to-10-january-2022/',
  },
  BS: { rate: '0.1', source: pwc },
  EC: { rate: '0.15', source: pwc },
  // The package has the rate under an uncommon name.
  JP: { rate: '0.1', name: 'Consumption tax', source: 'https://www.nta.go.jp/english/taxes/consumption_tax/index.htm' },
  KW: { rate: '0', source: pwc },
  KZ: {
    rate: '0.16',
    since: '2025-12-31T19:00:00Z',
    source: 'https://www.pagero.com/compliance/regulatory-updates/kazakhstan',
  },
  LI: {
    rate: '0.081',
    since: '2023-12-31T23:00:00Z',
    source: 'https://vatcalc.com/liechtenstein/liechtenstein-rises-vat-to-8-1-january-2024',
  },
  LK: { rate: '0.18', source: pwc },
  // Digital products are services there; goods have a sales tax of 10 %.
  MY: {
    rate: '0.08',
    name: 'Service tax',
    since: '2024-02-29T16:00:00Z',
    source:
      'https://www.bdo.global/en-gb/insights/tax/indirect-tax/malaysia-service-tax-rate-increased-and-scope-of-tax-expanded',
  },
  PK: { rate: '0.18', source: pwc },
  QA: { rate: '0', source: pwc },
  RU: {
    rate: '0.22',
    since: '2025-12-31T21:00:00Z',
    source:
      'https://www.vatupdate.com/2026/01/13/russian-tax-service-issues-guidelines-for-transition-to-22-vat-rate-from-january-2026',
  },
  SR: { rate: '0.1', source: 'https://fiscleconsultancy.com/2022/10/24/vat-2023/' },
  // 10 % by law, lowered to 7 % each year.
  TH: { rate: '0.07', source: 'https://www.nishimura.com/en/knowledge/publications/20251022-116401' },

  // Not in the package. These countries levy no such tax.
  BM: { rate: '0', source: pwc },
  GG: { rate: '0', source: pwc },
  GI: { rate: '0', source: pwc },
  HK: { rate: '0', source: pwc },
  KY: { rate: '0', source: pwc },
  MO: { rate: '0', source: pwc },

  'US-AR': { rate: '0.065', source: taxFoundation },
  'US-AZ': { rate: '0.056', source: taxFoundation },
  'US-CA': { rate: '0.0725', source: taxFoundation },
  'US-CT': { rate: '0.0635', source: taxFoundation },
  'US-LA': { rate: '0.05', since: '2025-01-01T06:00:00Z', source: taxFoundation },
  'US-ME': { rate: '0.055', source: taxFoundation },
  'US-NC': { rate: '0.0475', source: taxFoundation },
  'US-NJ': { rate: '0.06625', source: taxFoundation },
  'US-NM': { rate: '0.04875', source: taxFoundation },
  'US-OH': { rate: '0.0575', source: taxFoundation },
  // A country of its own in the package, a state in addresses: 10.5 % and 1 % of every municipality.
  'US-PR': { rate: '0.115', source: 'https://taxsummaries.pwc.com/puerto-rico/corporate/other-taxes' },
  'US-SD': { rate: '0.042', source: taxFoundation },
  'US-UT': { rate: '0.061', source: taxFoundation },
  'US-VA': { rate: '0.053', source: taxFoundation },
};
