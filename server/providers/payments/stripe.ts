/**
 * Stripe as a payment provider. Card data goes from the buyer's browser to Stripe; we receive a token of Stripe's form.
 * A charge is three calls, each with an idempotency key derived from our payment's id: create the intent, describe it,
 * confirm it. The first call uses only data known later as well, so that settling an interrupted charge finds its
 * intent by repeating the call.
 */
import { observed } from '#server/platform/observe.ts';
import type { PaymentProvider } from './provider.ts';
import { chargeThroughStripe } from './stripe/charge.ts';
import { closeIntent, findIntent, neverArrived } from './stripe/charge-intents.ts';
import { type StripeAccount, stripeClient } from './stripe/client.ts';
import { intentsFor } from './stripe/intents.ts';
import { outcomeOf } from './stripe/outcome.ts';
import { readStripeCard } from './stripe/read-card.ts';
import { listStripeRefunds, refundThroughStripe } from './stripe/refund.ts';
import { unknownOutcome } from './stripe/refusal.ts';

/** The provider for a Stripe account. `timeoutMs` limits one call. */
export function stripeProvider(account: StripeAccount, timeoutMs?: number): PaymentProvider {
  const client = () => stripeClient(account, timeoutMs);
  return {
    name: 'stripe',
    summarize: () => undefined,
    readCard: async (method) => await readStripeCard(client, method),
    charge: (charge) => answering('stripe charge', async () => await chargeThroughStripe(await client(), charge)),
    // An unconfirmed intent counts as not attempted: its creator may be about to confirm it.
    check: (charge, now) =>
      answering('stripe check', async () => {
        const intent = await findIntent(intentsFor(await client(), charge), charge, now);
        return intent ? outcomeOf(intent) : neverArrived;
      }),
    settle: (charge, now) =>
      answering('stripe settle', async () => {
        const intents = intentsFor(await client(), charge);
        const intent = await findIntent(intents, charge, now);
        return intent ? await closeIntent(intents, intent) : neverArrived;
      }),
    refund: (refund) => answering('stripe refund', async () => await refundThroughStripe(await client(), refund)),
    listRefunds: (id) => answering('stripe list-refunds', async () => await listStripeRefunds(await client(), id)),
  };
}

/** Replaces errors of Stripe's library, so that none of their content leaks. */
async function answering<Answer>(call: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await observed('call', call, ask);
  } catch (error) {
    throw unknownOutcome(error);
  }
}
