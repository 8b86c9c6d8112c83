import { readProvider, type requireScope } from '#app/dashboard/scope.ts';
import type { Step } from '#components/dashboard/overview/checklist.tsx';
import { hasCheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { countProducts, listStoreProducts } from '#server/catalog/products.ts';
import { toShortId } from '#server/domain/ids.ts';

type Found = Awaited<ReturnType<typeof requireScope>>;

/** What a store needs before it sells in prod, each step with whether it is done: asked of settings and data. */
export async function readGoLiveSteps(found: Found): Promise<readonly Step[]> {
  const { db, store, scope, base } = found;
  const [provider, products, [newest], hasLink] = await Promise.all([
    readProvider(found),
    countProducts(db, store.id),
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
      hint: 'Send the details of your business. The operator of this service decides.',
      href: `${base}/verification`,
      isDone: store.prodEnabled,
    },
    {
      title: 'Publish a product',
      hint: 'Products are created in test, then published to prod.',
      href: `${base}/products`,
      isDone: products.published > 0,
    },
    {
      title: 'Create a live checkout link',
      hint: 'On the product’s page, or from your backend with checkout/create-session.',
      href: newest ? `${base}/products/${toShortId('PROD', newest.product.id)}` : `${base}/products`,
      isDone: hasLink,
    },
  ];
}
