/** Maps an intent to the outcome of a charge. */
import { declineSentences } from '#server/domain/declines.ts';
import type { ChargeOutcome } from '../provider.ts';
import { readReason } from './declines.ts';
import type { Intent } from './intents.ts';
import { methodOf, savedMethodOf, summarizeMethod } from './method.ts';

/** Not confirmed yet: it waits for a method or for confirmation. */
export const isUnconfirmed = (intent: Intent): boolean =>
  (intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation') && !lastErrorOf(intent);

/** Nothing happens to it without another call. */
export const isWaiting = ({ status }: Intent): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';

const lastErrorOf = (intent: Intent) =>
  intent.object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error;

/**
 * The outcome of a charge. An unconfirmed one counts as not attempted. Callers must know that no one can or will
 * confirm it.
 */
export function outcomeOf(intent: Intent): ChargeOutcome {
  const providerPaymentId = intent.id;
  if (intent.status === 'succeeded') {
    const method = methodOf(intent);
    const saved = savedMethodOf(intent);
    return {
      status: 'succeeded',
      providerPaymentId,
      ...(method ? { method: summarizeMethod(method) } : {}),
      ...(saved ? { saved } : {}),
    };
  }
  if (intent.status === 'requires_action') {
    const actionUrl = addressOf(intent);
    // Without a page the buyer answers elsewhere, such as in a bank app, and the intent finishes on its own.
    return actionUrl
      ? { status: 'requires_action', providerPaymentId, actionUrl }
      : { status: 'processing', providerPaymentId };
  }
  const error = lastErrorOf(intent);
  const isOver = isWaiting(intent) || intent.status === 'canceled';
  if (!isOver) return { status: 'processing', providerPaymentId };
  if (error) {
    const type = error.payment_method?.type ?? methodOf(intent)?.type ?? 'card';
    return { status: 'failed', providerPaymentId, ...readReason(error, type === 'card') };
  }
  const code = intent.payment_method === null ? 'not_attempted' : 'authentication_abandoned';
  return { status: 'failed', providerPaymentId, code, reason: declineSentences[code] };
}

/**
 * The buyer's page: `redirect_to_url`, another redirect, or Stripe's hosted page with a code to scan. For every kind of
 * action, its part of `next_action` holds at most one URL.
 */
function addressOf({ next_action: action }: Intent): string | undefined {
  const details: unknown = action && (action as unknown as Record<string, unknown>)[action.type];
  if (typeof details !== 'object' || details === null) return undefined;
  for (const name of [
    'url',
    'hosted_instructions_url',
    'hosted_voucher_url',
    'hosted_verification_url',
    'mobile_auth_url',
  ]) {
    const address = (details as Record<string, unknown>)[name];
    if (typeof address === 'string' && /^https?:\/\//.test(address)) return address;
  }
  return undefined;
}

/** Whether the buyer could only answer in a page that runs Stripe's script, which we disabled. */
export const needsStripeScript = (intent: Intent): boolean =>
  intent.status === 'requires_action' && intent.next_action?.type === 'use_stripe_sdk';
