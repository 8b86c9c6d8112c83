import { readProvider, type requireScope } from '#app/dashboard/scope.ts';
import type { Step } from '#components/dashboard/overview/checklist.tsx';
import { hasCheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { countProducts, listStoreProducts } from '#server/catalog/products.ts';
import { toShortId } from '#server/domain/ids.ts';

type Found = Awaited<ReturnType<typeof requireScope>>;

/** The steps before a store accepts live payments. A step is done when its setting or data exists. */
export async function readGoLiveSteps(found: Found): Promise<readonly Step[]> {
  const { db, store, scope, base } = found;
  const [provider, products, [newest], hasLink] = await Promise.all([
    readProvider(found),
    countProducts(db, scope),
    listStoreProducts(db, scope, { limit: 1, offset: 0 }),
    hasCheckoutSession(db, scope),
  ]);
  return [
    {
      title: 'Connect a payment provider',
      hint: 'The operator of this service sets STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
      href: `${base}/settings#payments`,
      isDone: provider === 'stripe',
    },
    {
      title: 'Verify your business',
      hint: 'Submit your business details for review by the operator of this service.',
      href: `${base}/verification`,
      isDone: store.prodEnabled,
    },
    {
      title: 'Publish a product',
      hint: 'Products are created in test mode and then published.',
      href: `${base}/products`,
      isDone: products.published > 0,
    },
    {
      title: 'Create a live checkout link',
      hint: 'On the product page, or through the API with checkout/create-session.',
      href: newest ? `${base}/products/${toShortId('PROD', newest.product.id)}` : `${base}/products`,
      isDone: hasLink,
    },
  ];
}
