import type { Guide } from './guide.ts';

export const testWithTheClock: Guide = {
  slug: 'test-with-the-clock',
  title: 'Test with the clock',
  summary: 'Run a year of trials, renewals, retries and cancellations in seconds.',
  steps: [
    {
      title: 'Pause the clock',
      text: [
        'Create a test clock with a test key. The time of the store’s test environment stops, and nothing becomes due until you advance it. Live mode is not affected.',
      ],
      call: { action: 'test-clock/create', body: { storeId: '$storeId' } },
    },
    {
      title: 'Buy a subscription',
      text: [
        'Create a checkout session and pay it with a [test card](/docs#test-cards). Use `4242 4242 4242 4242` for successful renewals, or a card that fails later to test payment recovery.',
      ],
      call: {
        action: 'checkout/create-session',
        body: { storeId: '$storeId', productId: '$subscriptionProductId', currency: 'USD' },
      },
    },
    {
      title: 'Advance the clock',
      text: [
        'Advance to a time at most 5 years ahead. Everything due on the way is processed in order, at its due time: reminders, trial ends, renewals, retries and expirations.',
        'The response contains a timeline of up to 2,000 events. A call works for at most a minute. If a warning says that there is more to do, call again with the same `to`.',
      ],
      call: { action: 'test-clock/advance', body: { storeId: '$storeId', to: '$laterMoment' } },
    },
    {
      title: 'Check the results',
      text: [
        'Webhooks are sent as in live mode, with the clock’s time in `timestamp`. Compare your own records with the timeline.',
      ],
    },
    {
      title: 'Return to real time',
      text: ['Remove the clock when you are done. Orders keep their dates, including future ones.'],
      call: { action: 'test-clock/reset', body: { storeId: '$storeId' } },
    },
  ],
};
