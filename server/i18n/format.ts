/** Formats compiled messages. The browser uses this module without a compiler. */
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';

/** A page's messages by key. */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>;

export type Values = Readonly<Record<string, string | number>>;

const formatterCache = new Map<string, unknown>();

/** Creating an Intl formatter takes longer than a hundred uses. */
function memoize<Formatter>(kind: string, args: readonly unknown[], make: () => Formatter): Formatter {
  const name = kind + JSON.stringify(args);
  if (!formatterCache.has(name)) formatterCache.set(name, make());
  return formatterCache.get(name) as Formatter;
}

const formatters: FormatOptions['formatters'] = {
  getDateTimeFormat: (...args) => memoize('date', args, () => new Intl.DateTimeFormat(...args)),
  getNumberFormat: (...args) => memoize('number', args, () => new Intl.NumberFormat(...args)),
  getPluralRules: (...args) => memoize('plural', args, () => new Intl.PluralRules(...args)),
};

/** Formats a message. Numbers follow the locale. */
export function formatMessage(messages: CompiledMessages, locale: string, key: string, values: Values = {}): string {
  const message = messages[key];
  if (message === undefined) throw new Error(`Unknown message: ${key}`);
  return format(message, locale, { ...values }, { formatters }) as string;
}
