import type { requireScope } from '#app/dashboard/scope.ts';
import type { Step } from '#components/dashboard/overview/checklist.tsx';
import { listApiKeys } from '#server/accounts/data/merchants.ts';
import { hasCheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { countProducts, listStoreProducts } from '#server/catalog/products.ts';
import { toShortId } from '#server/domain/ids.ts';

type Found = Awaited<ReturnType<typeof requireScope>>;

/** The steps to a store's first sale in test, each with whether it is done: asked of the data. */
export async function readFirstSaleSteps(found: Found, orderCount: number): Promise<readonly Step[]> {
  const { db, merchant, store, scope, base } = found;
  const [products, [newest], keys, hasLink] = await Promise.all([
    countProducts(db, store.id),
    listStoreProducts(db, scope, { limit: 1, offset: 0 }),
    listApiKeys(db, merchant.id),
    hasCheckoutSession(db, scope),
  ]);
  const product = newest && `${base}/products/${toShortId('PROD', newest.product.id)}`;
  return [
    { title: `Open the store “${store.name}”`, hint: '', href: `${base}/settings`, isDone: true },
    {
      title: 'Make a product',
      hint: 'A name and a price are enough to begin with.',
      href: products.total === 0 ? `${base}/products/new` : `${base}/products`,
      isDone: products.total > 0,
    },
    {
      title: 'Make an API key',
      hint: 'With it your backend signs its calls. The private half is made in your browser and stays with you.',
      href: `${base}/keys`,
      isDone: keys.some((key) => key.environment === 'test'),
    },
    {
      title: 'Make a checkout link',
      hint: 'On the product’s page, or by your backend with checkout/create-session.',
      href: product ?? `${base}/products`,
      isDone: hasLink,
    },
    {
      title: 'Pay your first test order',
      hint: 'Open the link and pay with card 4242 4242 4242 4242, any future date, any code.',
      href: `${base}/orders`,
      isDone: orderCount > 0,
    },
  ];
}
