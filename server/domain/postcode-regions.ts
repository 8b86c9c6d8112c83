/** The state or province of a postcode in the United States and Canada, where tax depends on it. */

/** The first three digits of ZIP codes by state, as `from-to` or one value. (USPS Publication 65, "ZIP Code prefixes") */
const zipPrefixes: Readonly<Record<string, string>> = {
  AA: '340',
  AE: '090-099',
  AK: '995-999',
  AL: '350-352 354-369',
  AP: '962-966',
  AR: '716-729',
  AZ: '850-853 855-857 859-860 863-865',
  CA: '900-908 910-928 930-961',
  CO: '800-816',
  CT: '060-069',
  DC: '200 202-205 569',
  DE: '197-199',
  FL: '320-339 341-342 344 346-347 349',
  GA: '300-319 398-399',
  GU: '969',
  HI: '967-968',
  IA: '500-516 520-528',
  ID: '832-838',
  IL: '600-620 622-629',
  IN: '460-479',
  KS: '660-662 664-679',
  KY: '400-418 420-427',
  LA: '700-701 703-708 710-714',
  MA: '010-027 055',
  MD: '206-212 214-219',
  ME: '039-049',
  MI: '480-499',
  MN: '550-551 553-567',
  MO: '630-631 633-641 644-658',
  MS: '386-397',
  MT: '590-599',
  NC: '270-289',
  ND: '580-588',
  NE: '680-681 683-693',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-871 873-875 877-884',
  NV: '889-891 893-895 897-898',
  NY: '005 100-149',
  OH: '430-459',
  OK: '730-731 734-741 743-749',
  OR: '970-979',
  PA: '150-196',
  PR: '006-007 009',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 750-770 772-799 885',
  UT: '840-847',
  VA: '201 220-246',
  VI: '008',
  VT: '050-054 056-059',
  WA: '980-986 988-994',
  WI: '530-532 534-535 537-549',
  WV: '247-268',
  WY: '820-831',
};

/** ZIP codes in another state than their prefix. */
const zipExceptions: Readonly<Record<string, string>> = {
  '06390': 'NY',
  '83414': 'WY',
  '96799': 'AS',
  '96950': 'MP',
  '96951': 'MP',
  '96952': 'MP',
};

const stateByPrefix = new Map<number, string>(
  Object.entries(zipPrefixes).flatMap(([state, ranges]) =>
    ranges.split(' ').flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, index): [number, string] => [from + index, state]);
    }),
  ),
);

/** The first letter of Canadian postal codes by province. (Canada Post) */
const provinceByLetter: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

/** Areas of Nunavut, whose letter is that of the Northwest Territories. */
const nunavut = /^X0[ABC]/;

/** The code of the state or province of a postcode; undefined if the postcode is incomplete or unknown. */
export function regionOfPostcode(country: string, postcode: string): string | undefined {
  const code = postcode.replace(/[\s-]/g, '').toUpperCase();
  if (country === 'US' && /^\d{5}(\d{4})?$/.test(code)) {
    return zipExceptions[code.slice(0, 5)] ?? stateByPrefix.get(Number(code.slice(0, 3)));
  }
  if (country !== 'CA' || !/^[A-Z]\d[A-Z](\d[A-Z]\d)?$/.test(code)) return undefined;
  return nunavut.test(code) ? 'NU' : provinceByLetter[code.charAt(0)];
}
