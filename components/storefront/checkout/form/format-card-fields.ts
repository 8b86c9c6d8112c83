/** Formats card fields while the buyer types. */

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Groups digits by four, as on the card. */
export const groupNumber = (typed: string): string =>
  digitsOf(typed)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** Formats as `MM / YY`. Accepts `4/30`, `0430` and `04/2030`. */
export function groupExpiry(typed: string): string {
  const hasShortMonth = /^\s*[2-9]/.test(typed) || /^\s*1\s*\//.test(typed);
  const digits = digitsOf(hasShortMonth ? `0${typed.trim()}` : typed);
  const rest = digits.slice(2, 6);
  // Keeps a third digit while the buyer types a four-digit year.
  const year = /^20\d{2}$/.test(rest) ? rest.slice(2) : /^20\d$/.test(rest) ? rest : rest.slice(0, 2);
  return year ? `${digits.slice(0, 2)} / ${year}` : digits.slice(0, 2);
}

export const onlyDigits = (typed: string): string => digitsOf(typed).slice(0, 4);

/** Formats a control's value and keeps the cursor behind the same digit. */
export function rewrite(input: HTMLInputElement, group: (typed: string) => string): void {
  const typed = input.value;
  const grouped = group(typed);
  if (grouped === typed) return;
  const cursor = input.selectionStart ?? typed.length;
  input.value = grouped;
  if (document.activeElement !== input) return;
  const index = cursor === typed.length ? grouped.length : indexAfter(grouped, digitsOf(typed.slice(0, cursor)).length);
  input.setSelectionRange(index, index);
}

/** The index behind the given number of digits. */
function indexAfter(text: string, digitCount: number): number {
  let passedDigits = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (passedDigits === digitCount) return index;
    if (/\d/.test(text.charAt(index))) passedDigits += 1;
  }
  return text.length;
}
