import type { Guide } from './guide.ts';

export const handleWebhooks: Guide = {
  slug: 'handle-webhooks',
  title: 'Handle webhooks',
  summary: 'Receive signed events, verify them, and process each event once.',
  steps: [
    {
      title: 'Write a receiver',
      text: [
        'Your receiver accepts `POST` requests, verifies the signature over the raw body, stores the event and responds with 2xx within 10 seconds.',
        'In TypeScript, `verifyWebhook` of the package `@counterfoil/client` verifies the request and returns a typed event. The package is in `clients/typescript` of the source code.',
        'Copy a complete receiver in TypeScript, Python, PHP, Go or shell from [Verify signatures](/docs/webhooks#verifying).',
      ],
    },
    {
      title: 'Add the webhook',
      text: ['Choose the events in the dashboard or with the API. `testMode` selects the environment.'],
      call: {
        action: 'store/add-webhook',
        body: {
          storeId: '$storeId',
          channel: 'http',
          url: 'https://example.com/webhooks',
          events: ['order.completed', 'subscription.activated', 'subscription.renewed', 'subscription.canceled'],
          testMode: true,
        },
      },
    },
    {
      title: 'Process each event once',
      text: [
        'Deliveries can arrive more than once. Store the `id` of each processed delivery in the same database transaction as its effect, and skip known IDs.',
        'Events of one order arrive in order. Events of different orders do not. See [Retries and ordering](/docs/webhooks#retries).',
      ],
    },
    {
      title: 'Send a test event',
      text: [
        'Send a sample of any event to the webhook. The response contains the delivery, which the dashboard shows.',
      ],
      call: { action: 'webhook/send-test-event', body: { id: '$webhookId', eventType: 'order.completed' } },
    },
    {
      title: 'Test failures',
      text: [
        'Turn on chaos mode to duplicate, delay, reorder and drop a share of the deliveries of a test webhook. The values are percentages.',
      ],
      call: {
        action: 'webhook/set-chaos',
        body: { id: '$webhookId', duplicate: 20, delay: 10, reorder: 10, drop: 5 },
      },
    },
    {
      title: 'Resend deliveries',
      text: [
        'Failed deliveries are retried for more than a day. After an outage, resend one delivery, or use [send-again-all](/docs/webhook-delivery#send-again-all) for a time range.',
      ],
      call: { action: 'webhook-delivery/send-again', body: { id: '$deliveryId' } },
    },
  ],
};
