/** Data of the documentation's overview page that tests verify. */
import { methodName } from '#server/domain/method-names.ts';
import { formatCardNumber, sandboxCards } from '#server/providers/rules/sandbox-cards.ts';

/** The steps of one signature. All values follow from the first three. */
export const workedExample = {
  path: '/v1/actions/store/create-store',
  body: '{"name":"Kettle & Crema"}',
  timestamp: '1790000000',
  bodyHash: '7q4PfFfRbikFMsVPgqG5G39cpqNvEvIp8H/YnjiAkdE=',
  /** SHA-256 of the canonical request, hex. */
  digest: '8e89c563c3a78f4aac41bf48a3fd68184312529607430daa08b66a0fe32d2c60',
} as const;

/** The lines of the canonical request. */
export const canonicalLines = ({ path, timestamp, bodyHash }: typeof workedExample): readonly string[] => [
  'POST',
  path,
  timestamp,
  bodyHash,
];

/** An example GraphQL query. */
export const graphqlExample = (storeId: string): string => `{
  stores(limit: 5) { id name slug }
  onetimeProducts(storeId: "${storeId}", filter: { status: { eq: "active" } }) {
    id
    name
    prices { currency priceInfo { amount taxIncluded } }
  }
}`;

export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly outcome: string;
}

/** The sandbox's test cards with their outcomes. */
export const testCards = (): TestCard[] =>
  Object.entries(sandboxCards).map(([digits, { brand, effect, outcome }]) => ({
    number: formatCardNumber(digits),
    brand: methodName(brand),
    outcome: `${effect.charAt(0).toUpperCase()}${effect.slice(1)}${'code' in outcome ? ` (${outcome.code})` : ''}.`,
  }));
