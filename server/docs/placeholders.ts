/**
 * Placeholders such as `$storeId` in the actions' examples: text for readers on a page, well-formed samples in the
 * OpenAPI document, and real values in tests.
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

/** The placeholder's text for readers, such as `STO_…` or `<groupId>`. */
export const placeholderText = (name: string): string => {
  const prefix = prefixOf(name);
  return prefix ? `${prefix}_…` : `<${name}>`;
};

/** A well-formed sample value that belongs to no object. */
export function sampleValue(name: string): string {
  const prefix = prefixOf(name);
  if (prefix) return toShortId(prefix, exampleUuid);
  if (/moment$/i.test(name)) return '2027-03-01T09:00:00Z';
  return /code$/i.test(name) ? '123456' : exampleUuid;
}

/** Returns a copy of an example with all `$names` replaced. */
export function fillIn<Value>(example: Value, replace: (name: string) => string): Value {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/^\$([A-Za-z]\w*)$/, (_, name: string) => replace(name));
    if (Array.isArray(value)) return value.map(fill);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, fill(inner)]));
  };
  return fill(example) as Value;
}
