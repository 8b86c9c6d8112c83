/** Formats compiled messages. The browser uses this module without a compiler. */
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';

/** A page's messages by key. */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>;

export type Values = Readonly<Record<string, string | number>>;

const made = new Map<string, unknown>();

/** Creating an Intl formatter takes longer than a hundred uses. */
function kept<Formatter>(kind: string, given: readonly unknown[], make: () => Formatter): Formatter {
  const name = kind + JSON.stringify(given);
  if (!made.has(name)) made.set(name, make());
  return made.get(name) as Formatter;
}

const formatters: FormatOptions['formatters'] = {
  getDateTimeFormat: (...given) => kept('date', given, () => new Intl.DateTimeFormat(...given)),
  getNumberFormat: (...given) => kept('number', given, () => new Intl.NumberFormat(...given)),
  getPluralRules: (...given) => kept('plural', given, () => new Intl.PluralRules(...given)),
};

/** Formats a message. Numbers follow the locale. */
export function formatMessage(messages: CompiledMessages, locale: string, key: string, values: Values = {}): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`There is no message ${key}`);
  return format(message, locale, { ...values }, { formatters }) as string;
}
