/** Parses a list's filter from a URL. Invalid parts are ignored and dropped from the canonical URL. */
import { currencyExponent } from './currencies.ts';
import { fromShortId, isUuid, type Prefix, toShortId } from './ids.ts';
import { parseAmount } from './money.ts';
import { readTypedAmount } from './typed-amount.ts';

const maxLength = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** A filter with its canonical query: equal filters have equal queries. */
export interface ReadFilter<Filter> {
  readonly filter: Filter;
  /** Without the question mark. */
  readonly query: string;
}

export type AddressFields = ReturnType<typeof addressFields>;

/** A reader of URL parameters. `canonical` collects the valid ones in the order of reading. */
export function addressFields(params: URLSearchParams) {
  const canonical = new URLSearchParams();
  const clean = (value: string) => value.trim().slice(0, maxLength).replaceAll('\0', '');
  const paramOf = (name: string) => clean(params.get(name) ?? '');
  /** Adds a valid value to the canonical query. */
  const keep = <Value>(name: string, text: string, value: Value | undefined): Value | undefined => {
    if (value !== undefined) canonical.append(name, text);
    return value;
  };
  const day = (name: string): Date | undefined => {
    const text = paramOf(name);
    // PostgreSQL cannot represent dates much further away, or the day after them.
    const isNear = /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1970' && text < '9999';
    const start = isNear ? new Date(`${text}T00:00:00.000Z`) : undefined;
    // JavaScript reads February 31 as March 3.
    return keep(name, text, start?.toJSON()?.startsWith(text) ? start : undefined);
  };
  return {
    canonical,
    text: (name: string): string | undefined => keep(name, paramOf(name), paramOf(name) || undefined),
    /** One of those values. */
    one: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      keep(
        name,
        paramOf(name),
        values.find((value) => value === paramOf(name)),
      ),
    /** Any of those values. */
    several<Value extends string>(name: string, values: readonly Value[]): readonly Value[] {
      const wanted = params.getAll(name).map(clean);
      return values.filter((value) => wanted.includes(value) && keep(name, value, value));
    },
    /** A Short ID or UUID. */
    id(name: string, prefix: Prefix): string | undefined {
      const uuid = fromShortId(prefix, paramOf(name));
      return uuid && keep(name, toShortId(prefix, uuid), uuid);
    },
    uuid: (name: string): string | undefined =>
      isUuid(paramOf(name)) ? keep(name, paramOf(name).toLowerCase(), paramOf(name).toLowerCase()) : undefined,
    /** A currency, and a range of amounts in it. */
    amounts(): { currency?: string | undefined; minMinor?: number | undefined; maxMinor?: number | undefined } {
      const code = paramOf('currency').toUpperCase();
      if (code === '' || currencyExponent(code) === undefined) return {};
      const currency = keep('currency', code, code);
      const amount = (name: string) => keep(name, paramOf(name), parseAmount(readTypedAmount(paramOf(name)), code));
      return { currency, minMinor: amount('least'), maxMinor: amount('most') };
    },
    /** From the start of one day to the end of another, in UTC. */
    days(): { from?: Date | undefined; until?: Date | undefined } {
      const [from, last] = [day('from'), day('until')];
      return { from, until: last && new Date(last.getTime() + dayMs) };
    },
  };
}
