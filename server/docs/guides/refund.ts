import type { Guide } from './guide.ts';

export const refund: Guide = {
  slug: 'refund',
  title: 'Refund a payment',
  summary: 'Refund all or part of a payment, and let customers request refunds.',
  steps: [
    {
      title: 'Find the payment',
      text: ['Refunds apply to payments, not to orders: a subscription has one payment for each period.'],
      query: `{
  payments(storeId: "$storeId", filter: { status: { eq: "succeeded" } }) {
    id
    status
    createdAt
  }
}`,
    },
    {
      title: 'Create the refund',
      text: [
        'Without `amount`, the remaining amount is refunded. Tax is refunded proportionally. The money returns to the original payment method.',
        'Send an `X-Idempotency-Key` header so that a retry does not refund twice.',
      ],
      call: {
        action: 'refund/create-refund',
        body: { paymentId: '$paymentId', amount: '10.00', reason: 'The second chapter was missing.' },
      },
    },
    {
      title: 'Wait for the outcome',
      text: [
        'The refund starts as `pending`. Your webhook receives `refund.succeeded` or `refund.failed`.',
        'A refund does not cancel a subscription. Call [cancel-order](/docs/subscription-order#cancel-order) as well if the subscription should end.',
      ],
    },
    {
      title: 'Let customers request refunds',
      text: [
        'Customers can request refunds in the customer portal. To offer this on your own site, create a session token for the customer and let the browser create the request.',
        'You approve or decline requests on the Refund requests page of the dashboard.',
      ],
      call: {
        action: 'refund-ticket/create-ticket',
        body: { orderId: '$orderId', amount: '10.00', reason: 'The second chapter is missing from my copy.' },
      },
    },
  ],
};
