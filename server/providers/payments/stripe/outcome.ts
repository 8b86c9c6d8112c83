/** What an intent says of a charge. */
import { declineSentences } from '#server/domain/declines.ts';
import type { ChargeOutcome } from '../provider.ts';
import { readReason } from './declines.ts';
import type { Intent } from './intents.ts';
import { methodOf, savedMethodOf, summariseMethod } from './method.ts';

/** Nobody has charged it so far: it waits for a method, or for the word to go. */
export const isUnconfirmed = (intent: Intent): boolean =>
  (intent.status === 'requires_payment_method' || intent.status === 'requires_confirmation') && !lastErrorOf(intent);

/** Nothing becomes of it any more unless somebody goes on with it. */
export const isWaiting = ({ status }: Intent): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'requires_action';

const lastErrorOf = (intent: Intent) =>
  intent.object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error;

/**
 * What has become of a charge. One that nobody has confirmed counts as not attempted: true only of one that nobody can
 * confirm any more, or where the caller knows that nobody will.
 */
export function outcomeOf(intent: Intent): ChargeOutcome {
  const providerPaymentId = intent.id;
  if (intent.status === 'succeeded') {
    const method = methodOf(intent);
    const saved = savedMethodOf(intent);
    return {
      status: 'succeeded',
      providerPaymentId,
      ...(method ? { method: summariseMethod(method) } : {}),
      ...(saved ? { saved } : {}),
    };
  }
  if (intent.status === 'requires_action') {
    const actionUrl = addressOf(intent);
    // Without a page of its own the buyer answers elsewhere, in their bank's app say; the intent ends by itself.
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
 * Where the buyer goes: `redirect_to_url`, another redirect, or the page that Stripe hosts for a code to scan. Whatever
 * the kind of action, its own part of `next_action` holds one such address or none.
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

/** Whether the buyer could only answer in a page that runs Stripe's script, which we told Stripe not to ask for. */
export const needsStripeScript = (intent: Intent): boolean =>
  intent.status === 'requires_action' && intent.next_action?.type === 'use_stripe_sdk';
