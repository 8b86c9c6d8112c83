/** The texts of the guide that have to be right to the letter: programs that run, and numbers that can be checked. */
import { methodName } from '#server/domain/method-names.ts';
import { formatCardNumber, sandboxCards } from '#server/providers/rules/sandbox-cards.ts';

/** A signature's steps for one request: every value follows from the first three. The tests compute them anew. */
export const workedExample = {
  path: '/v1/actions/store/create-store',
  body: '{"name":"Kettle & Crema"}',
  timestamp: '1790000000',
  bodyHash: '7q4PfFfRbikFMsVPgqG5G39cpqNvEvIp8H/YnjiAkdE=',
  /** SHA-256 of the canonical request, hex: what the key signs. */
  digest: '8e89c563c3a78f4aac41bf48a3fd68184312529607430daa08b66a0fe32d2c60',
} as const;

/** METHOD, PATH, TIMESTAMP and the body's hash, a line each, without a line feed at the end. */
export const canonicalLines = ({ path, timestamp, bodyHash }: typeof workedExample): readonly string[] => [
  'POST',
  path,
  timestamp,
  bodyHash,
];

export interface QuickStart {
  /** Makes a merchant, a store and two key pairs. */
  readonly create: string;
  /** `first-call.ts`: makes a product and a checkout link for it. */
  readonly program: string;
  readonly runProgram: string;
  /** `first-call.sh`: makes a product. */
  readonly script: string;
  readonly runScript: string;
}

/** The way from nothing to a first signed call, as it is to be typed. */
export function quickStart({ baseUrl, email }: { baseUrl: string; email: string }): QuickStart {
  return {
    create: `npm run --silent counterfoil -- merchant create --email ${email} --store "My Store" --json > merchant.json`,
    program: firstProgram(baseUrl),
    runProgram: 'node first-call.ts',
    script: firstScript(baseUrl),
    runScript: 'sh first-call.sh',
  };
}

const firstProgram = (baseUrl: string): string => `import { createHash, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { merchantId, storeId, keys } = JSON.parse(readFileSync('merchant.json', 'utf8'));

/** Calls an action of the API, signed with the test key. */
async function call(action: string, input: object) {
  const path = \`/v1/actions/\${action}\`;
  const body = JSON.stringify(input);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const bodyHash = createHash('sha256').update(body).digest('base64');
  const canonicalRequest = ['POST', path, timestamp, bodyHash].join('\\n');
  const signature = sign('RSA-SHA256', Buffer.from(canonicalRequest), keys.test.privateKey).toString('base64');

  const response = await fetch('${baseUrl}' + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Merchant-Id': merchantId,
      'X-Timestamp': timestamp,
      'X-Signature': signature,
    },
    body,
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(\`\${response.status} \${errors[0].message}\`);
  return data;
}

const { product } = await call('onetime-product/create-product', {
  storeId,
  name: 'Espresso at Home: The Handbook',
  prices: { USD: { amount: '29.00' } },
});
const { checkoutUrl } = await call('checkout/create-session', {
  storeId,
  productId: product.id,
  productType: 'onetime',
  currency: 'USD',
});
console.log(checkoutUrl);
`;

const firstScript = (
  baseUrl: string,
): string => `field() { node -p "JSON.parse(require('fs').readFileSync('merchant.json', 'utf8')).$1"; }
field keys.test.privateKey > counterfoil-test.pem

path=/v1/actions/onetime-product/create-product
body='{"storeId":"'$(field storeId)'","name":"Espresso at Home","prices":{"USD":{"amount":"29.00"}}}'
timestamp=$(date +%s)
hash=$(printf %s "$body" | openssl dgst -sha256 -binary | openssl base64 -A)
signature=$(printf 'POST\\n%s\\n%s\\n%s' "$path" "$timestamp" "$hash" |
  openssl dgst -sha256 -sign counterfoil-test.pem | openssl base64 -A)

curl --fail-with-body "${baseUrl}$path" \\
  -H 'Content-Type: application/json' \\
  -H "X-Merchant-Id: $(field merchantId)" \\
  -H "X-Timestamp: $timestamp" \\
  -H "X-Signature: $signature" \\
  --data-binary "$body"
`;

/** A query of what most integrations read first. */
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

/** The cards that the sandbox takes, and what each does. */
export const testCards = (): TestCard[] =>
  Object.entries(sandboxCards).map(([digits, { brand, effect, outcome }]) => ({
    number: formatCardNumber(digits),
    brand: methodName(brand),
    outcome: `${effect.charAt(0).toUpperCase()}${effect.slice(1)}${'code' in outcome ? ` (${outcome.code})` : ''}.`,
  }));
