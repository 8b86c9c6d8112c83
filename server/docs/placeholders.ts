/**
 * The `$storeId` and the like in the actions' examples: what stands for them in a page (to be replaced), in the
 * machine-readable reference (of the right form), and in a call that is really made.
 */
import { type Prefix, toShortId } from '#server/domain/ids.ts';

const prefixesByNoun: readonly (readonly [RegExp, Prefix])[] = [
  [/merchantId$/i, 'MER'],
  [/storeId$/i, 'STO'],
  [/productId$/i, 'PROD'],
  [/orderId$/i, 'ORD'],
  [/paymentId$/i, 'PAY'],
  [/refundId$/i, 'REF'],
  [/ticketId$/i, 'TKT'],
];

const prefixOf = (name: string): Prefix | undefined => prefixesByNoun.find(([noun]) => noun.test(name))?.[1];

const exampleUuid = '0199a1f2-7c40-7d3a-9b1e-2f5c8d6e4a10';

/** `STO_…`, `<groupId>`: what a reader has to put in. */
export const readersPlaceholder = (name: string): string => {
  const prefix = prefixOf(name);
  return prefix ? `${prefix}_…` : `<${name}>`;
};

/** A value of the right form that is nobody's. */
export function sampleValue(name: string): string {
  const prefix = prefixOf(name);
  if (prefix) return toShortId(prefix, exampleUuid);
  if (/moment$/i.test(name)) return '2027-03-01T09:00:00Z';
  return /code$/i.test(name) ? '123456' : exampleUuid;
}

/** A copy of an example in which every `$name` is replaced. */
export function fillIn<Value>(example: Value, replace: (name: string) => string): Value {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/^\$([A-Za-z]\w*)$/, (_, name: string) => replace(name));
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
  };
  return fill(example) as Value;
}
