/** What compiles and what does not. Compiled, not run: package.test.ts compiles it against the installed package. */
import { createClient, type QueryResult, type WebhookEvent } from '../src/index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const expectTrue = <const Value extends true>(value: Value): Value => value;

const baseUrl = 'https://pay.example.com';
const merchant = createClient({ baseUrl, merchantId: 'MER_x', privateKey: 'pem' });
const shop = createClient({ baseUrl, storeSlug: 'shop', environment: 'test' });
const customer = createClient({ baseUrl, sessionToken: async () => 'token', environment: 'test' });

export async function actions() {
  const { checkoutUrl } = await merchant.checkout.createSession({ productId: 'PROD_x', currency: 'USD' });
  expectTrue<Equal<typeof checkoutUrl, string>>(true);
  const { product } = await merchant.onetimeProduct.createProduct({
    storeId: 'STO_x',
    name: 'Handbook',
    prices: { USD: { amount: 2900, taxCategory: 'ebook' } },
  });
  expectTrue<Equal<typeof product.status, 'active' | 'inactive'>>(true);
  // @ts-expect-error a required field is missing
  await merchant.checkout.createSession({ productId: 'PROD_x' });
  // @ts-expect-error there is no such field
  await merchant.checkout.createSession({ productId: 'PROD_x', currency: 'USD', coupon: 'x' });
  // @ts-expect-error not one of the values
  await merchant.onetimeProduct.updateStatus({ id: 'PROD_x', status: 'gone' });
  // @ts-expect-error always answers 501
  await merchant.subscriptionOrder.changeProduct({});
}

export async function callers() {
  await shop.checkout.createSession({ productId: 'PROD_x', productType: 'onetime', currency: 'USD' });
  await customer.subscriptionOrder.reactivateOrder({ orderId: 'ORD_x' });
  // @ts-expect-error a store slug must give the product type
  await shop.checkout.createSession({ productId: 'PROD_x', currency: 'USD' });
  // @ts-expect-error a store slug may not set the price
  await shop.checkout.createSession({ productId: 'x', productType: 'onetime', currency: 'USD', priceSnapshot: {} });
  // @ts-expect-error API key only
  await shop.onetimeProduct.createProduct({ storeId: 'STO_x', name: 'x', prices: {} });
  // @ts-expect-error customers only
  await merchant.subscriptionOrder.reactivateOrder({ orderId: 'ORD_x' });
  // @ts-expect-error a customer buys at a public checkout, so this is a plan change
  await customer.checkout.createSession({ productId: 'PROD_x', currency: 'USD' });
  // @ts-expect-error an environment is needed
  createClient({ baseUrl, storeSlug: 'shop' });
}

export async function graphql() {
  const { onetimeOrders, onetimeOrdersCount, onetimeOrder } = await merchant.graphql({
    onetimeOrders: {
      $: {
        storeId: 'STO_x',
        limit: 5,
        filter: { status: { eq: 'completed' } },
        orderBy: { field: 'createdAt', direction: 'DESC' },
      },
      id: true,
      buyerEmail: true,
      payments: {
        $: { limit: 1 },
        amount: true,
        order: { id: true, on: { SubscriptionOrder: { billingPeriod: true } } },
      },
    },
    onetimeOrdersCount: true,
    onetimeOrder: { $: { id: 'ORD_x' }, __typename: true, metadata: true },
  });
  expectTrue<Equal<typeof onetimeOrdersCount, number>>(true);
  expectTrue<Equal<typeof onetimeOrder, { __typename: 'OnetimeOrder'; metadata: unknown } | null>>(true);
  expectTrue<
    Equal<
      typeof onetimeOrders,
      {
        id: string;
        buyerEmail: string | null;
        payments: { amount: string; order: { id: string } | { id: string; billingPeriod: string | null } | null }[];
      }[]
    >
  >(true);
  const counted = await merchant.graphql({ onetimeOrdersCount: { $: { storeId: 'STO_x' } } });
  expectTrue<Equal<typeof counted, { onetimeOrdersCount: number }>>(true);
  type Orders = QueryResult<{ onetimeOrders: { id: true } }>;
  expectTrue<Equal<Orders, { onetimeOrders: { id: string }[] }>>(true);
  expectTrue<Equal<Awaited<ReturnType<typeof merchant.query<{ a: 1 }>>>, { a: 1 }>>(true);

  // @ts-expect-error there is no such field
  await merchant.graphql({ onetimeOrders: { id: true, idd: true } });
  // @ts-expect-error an object needs a selection
  await merchant.graphql({ onetimeOrders: true });
  // @ts-expect-error a value has no fields
  await merchant.graphql({ onetimeOrders: { id: { length: true } } });
  // @ts-expect-error the argument is required
  await merchant.graphql({ onetimeOrder: { id: true } });
  // @ts-expect-error there is no such argument
  await merchant.graphql({ onetimeOrders: { $: { limit: 1, last: 1 }, id: true } });
  // @ts-expect-error not one of the enum's values
  await merchant.graphql({ onetimeOrders: { $: { orderBy: { field: 'price' } }, id: true } });
  // @ts-expect-error only a field with several possible types has `on`
  await merchant.graphql({ onetimeOrders: { id: true, on: { OnetimeOrder: { id: true } } } });
  // @ts-expect-error that field was not selected
  void onetimeOrders[0]?.status;
}

export async function feed() {
  for await (const { event, sequence } of merchant.followEvents({ storeId: 'STO_x', isWaiting: false })) {
    expectTrue<Equal<typeof sequence, number>>(true);
    events(event);
  }
  // @ts-expect-error API key only
  shop.followEvents({ storeId: 'STO_x' });
}

export function events(event: WebhookEvent): string {
  // @ts-expect-error not every event has a refund
  void event.data.refundedAmount;
  switch (event.eventType) {
    case 'order.completed':
      return event.data.chargedAmount;
    case 'refund.succeeded':
      return event.data.refundedAmount;
    case 'subscription.plan_changed':
      return event.data.planChange.toPlan;
    case 'subscription.past_due':
      // @ts-expect-error there may be no payment
      void event.data.paymentId.length;
      return event.data.paymentFailureReason ?? '';
    // @ts-expect-error there is no such event
    case 'order.gone':
      return '';
    default:
      return event.data.orderId;
  }
}
