/** Card fields put into the form that cards have, while they are typed. */

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** In groups of four, as on the card. */
export const groupNumber = (typed: string): string =>
  digitsOf(typed)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** `MM / YY`, also from `4/30`, `0430` and `04/2030`. */
export function groupExpiry(typed: string): string {
  const hasShortMonth = /^\s*[2-9]/.test(typed) || /^\s*1\s*\//.test(typed);
  const digits = digitsOf(hasShortMonth ? `0${typed.trim()}` : typed);
  const rest = digits.slice(2, 6);
  // On the way to a year of four digits, a third one stays.
  const year = /^20\d{2}$/.test(rest) ? rest.slice(2) : /^20\d$/.test(rest) ? rest : rest.slice(0, 2);
  return year ? `${digits.slice(0, 2)} / ${year}` : digits.slice(0, 2);
}

export const onlyDigits = (typed: string): string => digitsOf(typed).slice(0, 4);

/** Rewrites what stands in a control and leaves the cursor behind the digit that it was behind. */
export function rewrite(input: HTMLInputElement, group: (typed: string) => string): void {
  const typed = input.value;
  const grouped = group(typed);
  if (grouped === typed) return;
  const cursor = input.selectionStart ?? typed.length;
  input.value = grouped;
  if (document.activeElement !== input) return;
  const place = cursor === typed.length ? grouped.length : placeAfter(grouped, digitsOf(typed.slice(0, cursor)).length);
  input.setSelectionRange(place, place);
}

/** The place right behind so many digits. */
function placeAfter(text: string, digitCount: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digitCount) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}
