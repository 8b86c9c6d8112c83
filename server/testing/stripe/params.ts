/** The parameters of each call. The double rejects all others, as Stripe does. */
const described = ['customer', 'description', 'metadata', 'expand'];
const created = ['automatic_payment_methods', 'excluded_payment_method_types', 'metadata', 'expand'];
const confirmed = [
  'return_url',
  'use_stripe_sdk',
  'payment_method',
  'payment_method_options',
  'confirmation_token',
  'expand',
];
export const allowedParams: Readonly<Record<string, readonly string[]>> = {
  'payment_intents create': [...created, 'amount', 'currency'],
  'payment_intents update': [...described, 'setup_future_usage'],
  'payment_intents confirm': [...confirmed, 'off_session'],
  'payment_intents cancel': ['cancellation_reason', 'expand'],
  'setup_intents create': [...created, 'usage'],
  'setup_intents update': described,
  'setup_intents confirm': confirmed,
  'setup_intents cancel': ['cancellation_reason', 'expand'],
  'customers create': ['email', 'metadata'],
  'refunds create': ['payment_intent', 'amount', 'metadata'],
};
