import type { Guide } from './guide.ts';

export const sellOnce: Guide = {
  slug: 'sell-once',
  title: 'Sell a one-time product',
  summary: 'Create a product, send the customer to a hosted checkout, and fulfill the order.',
  steps: [
    {
      title: 'Create a product',
      text: [
        'Create the product with a test key. Add one price for each currency. You can also create products in the dashboard.',
        'In TypeScript, the package `@counterfoil/client` has a typed method for each call and signs it. The package is in `clients/typescript` of the source code.',
      ],
      call: {
        action: 'onetime-product/create-product',
        body: {
          storeId: '$storeId',
          name: 'Espresso at Home: The Handbook',
          prices: { USD: { amount: '29.00', taxCategory: 'ebook' } },
        },
      },
    },
    {
      title: 'Create a checkout session',
      text: [
        'Create a session when the customer clicks “Buy”. The session fixes the product version, the price and the currency.',
        'Pass your own order ID in `orderMerchantExternalId` to find the order later. Prefill the email address with `buyerEmail`.',
      ],
      call: {
        action: 'checkout/create-session',
        body: {
          storeId: '$storeId',
          productId: '$productId',
          currency: 'USD',
          buyerEmail: 'ana@example.com',
          successUrl: 'https://example.com/thanks',
          orderMerchantExternalId: 'order-1001',
        },
      },
    },
    {
      title: 'Redirect the customer',
      text: [
        'Redirect the customer to `checkoutUrl` from the response. The page collects the address, calculates tax, takes the payment and handles 3D Secure.',
        'After payment the customer is sent to `successUrl`. Do not fulfill the order there: the customer can close the page before the redirect.',
      ],
    },
    {
      title: 'Fulfill the order',
      text: [
        'Fulfill the order when your webhook receives `order.completed`. See [Handle webhooks](/docs/guides/handle-webhooks).',
        'To check an order without a webhook, query it with GraphQL.',
      ],
      query: `{
  onetimeOrders(storeId: "$storeId", filter: { status: { eq: "completed" } }) {
    id
    status
    buyerEmail
  }
}`,
    },
    {
      title: 'Test the purchase',
      text: [
        'Pay with the [test card](/docs#test-cards) `4242 4242 4242 4242`. Then follow [Go live](/docs/guides/go-live) to accept real payments.',
      ],
    },
  ],
};
