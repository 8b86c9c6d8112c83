/** A startup warning when prod does not take real money. */
import { log } from '#server/platform/log.ts';
import type { Settings } from '#server/platform/settings.ts';

/** Warns once per process, so that the operator notices before the first buyer does. */
export function logLivePayments({ stripe, sandboxInProd }: Pick<Settings, 'stripe' | 'sandboxInProd'>): void {
  const warning = findWarning(stripe !== null, sandboxInProd);
  if (warning) log().warn(warning);
}

function findWarning(hasStripe: boolean, sandboxInProd: boolean): string | undefined {
  if (hasStripe) {
    return sandboxInProd
      ? 'SANDBOX_IN_PROD=on has no effect while Stripe takes live payments: remove the setting'
      : undefined;
  }
  return sandboxInProd
    ? 'SANDBOX_IN_PROD=on: the sandbox takes live payments, and no money moves. For demonstrations only'
    : 'No payment provider is configured for live mode: live checkouts are refused, and renewals wait. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET';
}
