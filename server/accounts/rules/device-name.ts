/** What a browser says of itself, in the few words that tell one's own devices apart. */

const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  // Others say so too; these have been looked for by now.
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b|\bMac OS X\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (names: typeof browsers, userAgent: string): string | undefined =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** "Firefox on Linux"; the beginning of what it says where nothing of that is known, "Unknown device" for nothing. */
export function deviceName(userAgent: string | null): string {
  const said = (userAgent ?? '').trim();
  const [browser, system] = [nameIn(browsers, said), nameIn(systems, said)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? (said.replace(/\p{Cc}+/gu, ' ').slice(0, 40) || 'Unknown device');
}
