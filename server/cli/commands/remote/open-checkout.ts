import { spawn } from 'node:child_process';
import { isIdOf } from '#server/domain/ids.ts';
import { Api, chooseStore, type RemoteStore } from '../../remote/api.ts';
import { createProduct, type ProductType } from '../../remote/buyer.ts';
import { connectionHelp, connectionOptions, readConnection } from '../../remote/connection.ts';
import { parseOptions, UsageError } from '../../usage-error.ts';

export const usage = 'open checkout [--product PROD_…] [--currency USD] [--print]';
export const summary = 'Create a checkout session and open its page in the browser.';
export const details = `Options:
  --product PROD_…         the product; default: the newest active one, or a new sample product with a test key
  --currency USD           default: the first currency of the product
  --print                  prints the address only

${connectionHelp}`;

interface SoldProduct {
  readonly id: string;
  readonly type: ProductType;
  readonly currencies: readonly string[];
}

/** Prints the address of a new session, and opens it. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseOptions({
    args,
    options: {
      ...connectionOptions,
      product: { type: 'string' },
      currency: { type: 'string' },
      print: { type: 'boolean', default: false },
    },
  });
  const api = new Api(readConnection(values));
  const store = await chooseStore(api);
  const product = await chooseProduct(api, store, values.product);
  const { checkoutUrl } = await api.action('checkout/create-session', {
    storeId: store.id,
    productId: product.id,
    productType: product.type,
    currency: values.currency ?? product.currencies[0],
  });
  process.stdout.write(`${checkoutUrl}\n`);
  if (!values.print) openInBrowser(checkoutUrl);
}

async function chooseProduct(api: Api, store: RemoteStore, wanted: string | undefined): Promise<SoldProduct> {
  const found = await findProduct(api, store, wanted);
  if (found) return found;
  if (wanted !== undefined) throw new UsageError(`--product: ${store.slug} has no product ${wanted}`);
  const { environment } = await api.read('/v1/events', { storeId: store.id, limit: 1 });
  if (environment !== 'test') throw new UsageError(`${store.slug} has no active product`);
  const id = await createProduct(api, store, { type: 'onetime', name: 'Sample product', amount: '29.00' });
  return { id, type: 'onetime', currencies: ['USD'] };
}

interface ListedProduct {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly prices: readonly { readonly currency: string }[];
}

/** The product with that ID, or the newest active one of both types. */
async function findProduct(api: Api, store: RemoteStore, wanted?: string): Promise<SoldProduct | undefined> {
  if (wanted !== undefined && !isIdOf('PROD', wanted)) return undefined;
  const condition = wanted === undefined ? 'status: { eq: "active" }' : 'id: { eq: $wanted }';
  const list = `(storeId: $storeId, filter: { ${condition} }, limit: 1) { id createdAt prices { currency } }`;
  const parameters = wanted === undefined ? '$storeId: String!' : '$storeId: String!, $wanted: String!';
  const { onetime, subscription } = await api.query(
    `query (${parameters}) { onetime: onetimeProducts${list} subscription: subscriptionProducts${list} }`,
    { storeId: store.id, wanted },
  );
  const [newest] = [...listed(onetime, 'onetime'), ...listed(subscription, 'subscription')].toSorted(
    (one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt),
  );
  return newest;
}

const listed = (products: readonly ListedProduct[], type: ProductType) =>
  products.map(({ id, createdAt, prices }) => ({
    id,
    type,
    createdAt,
    currencies: prices.map(({ currency }) => currency),
  }));

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Without a browser the printed address is enough. */
function openInBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const browser = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  browser.once('error', () => void process.stderr.write('No browser could be opened; use the address\n'));
  browser.unref();
}
