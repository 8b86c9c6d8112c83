/** Where Stripe sends its webhooks. */
export const stripeWebhookPath = '/v1/payment-webhooks/stripe';
