import type { requireScope } from '#app/dashboard/scope.ts';
import type { Step } from '#components/dashboard/overview/checklist.tsx';
import { listApiKeys } from '#server/accounts/data/merchants.ts';
import { hasCheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { countProducts, listStoreProducts } from '#server/catalog/products.ts';
import { toShortId } from '#server/domain/ids.ts';

type Found = Awaited<ReturnType<typeof requireScope>>;

/** The steps to a store's first test order. A step is done when its data exists. */
export async function readFirstSaleSteps(found: Found, orderCount: number): Promise<readonly Step[]> {
  const { db, merchant, scope, base } = found;
  const [products, [newest], keys, hasLink] = await Promise.all([
    countProducts(db, scope),
    listStoreProducts(db, scope, { limit: 1, offset: 0 }),
    listApiKeys(db, merchant.id),
    hasCheckoutSession(db, scope),
  ]);
  const product = newest && `${base}/products/${toShortId('PROD', newest.product.id)}`;
  return [
    { title: 'Create your store', hint: '', href: `${base}/settings`, isDone: true },
    {
      title: 'Create a product',
      hint: 'A name and a price are enough to start.',
      href: products.total === 0 ? `${base}/products/new` : `${base}/products`,
      isDone: products.total > 0,
    },
    {
      title: 'Create an API key',
      hint: 'Your server signs its API requests with it. The private key is generated in your browser and never leaves it.',
      href: `${base}/keys`,
      isDone: keys.some((key) => key.environment === 'test'),
    },
    {
      title: 'Create a checkout link',
      hint: 'On the product page, or through the API with checkout/create-session.',
      href: product ?? `${base}/products`,
      isDone: hasLink,
    },
    {
      title: 'Pay for a test order',
      hint: 'Open the link and pay with card 4242 4242 4242 4242, any future expiration date and any CVC.',
      href: `${base}/orders`,
      isDone: orderCount > 0,
    },
  ];
}
