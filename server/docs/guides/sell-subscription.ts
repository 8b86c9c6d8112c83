import type { Guide } from './guide.ts';

export const sellSubscription: Guide = {
  slug: 'sell-a-subscription',
  title: 'Sell a subscription',
  summary: 'Create a plan with a free trial, start subscriptions at checkout, and react to renewals and cancellations.',
  steps: [
    {
      title: 'Create a subscription product',
      text: [
        'Set the billing period and, optionally, a free trial: `metadata.trialDays` is its length, and `trialAmount` the price of the trial.',
      ],
      call: {
        action: 'subscription-product/create-product',
        body: {
          storeId: '$storeId',
          name: 'Beans by Post',
          billingPeriod: 'monthly',
          prices: { USD: { amount: '18.00', trialAmount: '1.00' } },
          metadata: { trialDays: 14 },
        },
      },
    },
    {
      title: 'Group related plans',
      text: [
        'Optional. A plan group lists plans such as Basic and Pro in order. With `sharedTrial`, each customer gets one free trial for the whole group.',
      ],
      call: {
        action: 'subscription-product-group/create-group',
        body: {
          storeId: '$storeId',
          name: 'Coffee plans',
          rules: { sharedTrial: true },
          productIds: ['$subscriptionProductId'],
        },
      },
    },
    {
      title: 'Create a checkout session',
      text: [
        'Subscriptions use the same checkout as one-time products. Set `withTrial` to `false` to skip the trial for this customer.',
      ],
      call: {
        action: 'checkout/create-session',
        body: { storeId: '$storeId', productId: '$subscriptionProductId', currency: 'USD' },
      },
    },
    {
      title: 'Grant and revoke access',
      text: [
        'Grant access on `subscription.activated`, extend it on `subscription.renewed`, and revoke it on `subscription.canceled`. See [Handle webhooks](/docs/guides/handle-webhooks).',
        'Failed renewals are retried automatically. `subscription.past_due` reports the first failure, and `subscription.recovered` a later success.',
      ],
    },
    {
      title: 'Cancel and reactivate',
      text: [
        'A cancellation takes effect at the end of the paid period. Until then, customers can resume the subscription in the customer portal, or your backend can call [reactivate-order](/docs/subscription-order#reactivate-order) with a session token.',
      ],
      call: { action: 'subscription-order/cancel-order', body: { orderId: '$orderId' } },
    },
    {
      title: 'Test a year in seconds',
      text: [
        'Use a test clock to trigger trial ends, renewals and failed payments. See [Test with the clock](/docs/guides/test-with-the-clock).',
      ],
    },
  ],
};
