/** What a list's address asks for. What means nothing is no filter, and goes from the address. */
import { currencyExponent } from './currencies.ts';
import { fromShortId, isUuid, type Prefix, toShortId } from './ids.ts';
import { parseAmount } from './money.ts';
import { readTypedAmount } from './typed-amount.ts';

const longest = 200;
const dayMs = 24 * 60 * 60 * 1000;

/** A filter with the address that says it: two that say the same have the same. */
export interface ReadFilter<Filter> {
  readonly filter: Filter;
  /** Without the question mark. */
  readonly query: string;
}

export type AddressFields = ReturnType<typeof addressFields>;

/** The fields of an address, each read once and in turn: `said` is what of it means something. */
export function addressFields(params: URLSearchParams) {
  const said = new URLSearchParams();
  const clean = (value: string) => value.trim().slice(0, longest).replaceAll('\0', '');
  const given = (name: string) => clean(params.get(name) ?? '');
  /** Keeps what was understood. */
  const keep = <Value>(name: string, text: string, value: Value | undefined): Value | undefined => {
    if (value !== undefined) said.append(name, text);
    return value;
  };
  const day = (name: string): Date | undefined => {
    const text = given(name);
    // What is farther away, or the day after it, the database cannot be asked for.
    const isNear = /^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '1970' && text < '9999';
    const start = isNear ? new Date(`${text}T00:00:00.000Z`) : undefined;
    // The 31st of February is the 3rd of March to some.
    return keep(name, text, start?.toJSON()?.startsWith(text) ? start : undefined);
  };
  return {
    said,
    text: (name: string): string | undefined => keep(name, given(name), given(name) || undefined),
    /** One of those values. */
    one: <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
      keep(
        name,
        given(name),
        values.find((value) => value === given(name)),
      ),
    /** Any of those values. */
    several<Value extends string>(name: string, values: readonly Value[]): readonly Value[] {
      const wanted = params.getAll(name).map(clean);
      return values.filter((value) => wanted.includes(value) && keep(name, value, value));
    },
    /** An id, short or not; a UUID. */
    id(name: string, prefix: Prefix): string | undefined {
      const uuid = fromShortId(prefix, given(name));
      return uuid && keep(name, toShortId(prefix, uuid), uuid);
    },
    uuid: (name: string): string | undefined =>
      isUuid(given(name)) ? keep(name, given(name).toLowerCase(), given(name).toLowerCase()) : undefined,
    /** A currency and, of that currency only, a range of amounts. */
    amounts(): { currency?: string | undefined; minMinor?: number | undefined; maxMinor?: number | undefined } {
      const code = given('currency').toUpperCase();
      if (code === '' || currencyExponent(code) === undefined) return {};
      const currency = keep('currency', code, code);
      const amount = (name: string) => keep(name, given(name), parseAmount(readTypedAmount(given(name)), code));
      return { currency, minMinor: amount('least'), maxMinor: amount('most') };
    },
    /** From the beginning of one day to the end of another, in UTC. */
    days(): { from?: Date | undefined; until?: Date | undefined } {
      const [from, last] = [day('from'), day('until')];
      return { from, until: last && new Date(last.getTime() + dayMs) };
    },
  };
}
