import type { Guide } from './guide.ts';

export const goLive: Guide = {
  slug: 'go-live',
  title: 'Go live',
  summary: 'Connect Stripe, verify your business, publish your products and switch your backend to a live key.',
  steps: [
    {
      title: 'Connect a payment provider',
      text: [
        'The operator sets `STRIPE_SECRET_KEY`, `STRIPE_PUBLISHABLE_KEY` and `STRIPE_WEBHOOK_SECRET`, and restarts the server. Without a provider, live checkouts are rejected.',
      ],
    },
    {
      title: 'Verify your business',
      text: [
        'Submit your business details on the Verification page of the dashboard or with the API. The operator reviews them.',
      ],
      call: {
        action: 'kyb-ticket/create-ticket',
        body: {
          storeId: '$storeId',
          legalName: 'Kettle & Crema GmbH',
          country: 'DE',
          registrationNumber: 'HRB 123456',
          address: 'Lange Straße 1\n10243 Berlin',
          website: 'https://example.com',
          contactName: 'Ana Merchant',
          contactEmail: 'ana@example.com',
          description: 'Handbooks and courses on espresso, sold as downloads to home baristas.',
        },
      },
    },
    {
      title: 'Publish your products',
      text: [
        'Publishing copies the test version of a product to live mode. The ID stays the same. Omit the `X-Environment` header.',
      ],
      call: { action: 'onetime-product/publish-product', body: { id: '$productId' } },
    },
    {
      title: 'Create a live API key',
      text: [
        'Create the key on the API keys page of the dashboard with the mode Live, and store it with your backend’s secrets. Each key works in one environment, so no other change to your code is needed.',
      ],
    },
    {
      title: 'Add live webhooks',
      text: [
        'Webhooks belong to one environment. Add your receiver again with `testMode: false`, and verify signatures with the `prod` [public keys](/docs/webhooks#keys).',
      ],
      call: {
        action: 'store/add-webhook',
        body: {
          storeId: '$storeId',
          channel: 'http',
          url: 'https://example.com/webhooks',
          events: ['order.completed', 'refund.succeeded'],
          testMode: false,
        },
      },
    },
    {
      title: 'Before you launch',
      text: [
        'Retry `429`, `500` and `503` with an [idempotency key](/docs#idempotency).',
        'Fulfill orders from webhooks, and skip duplicate deliveries.',
        'Verify a sender address so that emails come from your own domain.',
        'List your sites under Return sites if you create checkouts with a store slug.',
        'Make a real purchase, and refund it.',
      ],
    },
  ],
};
