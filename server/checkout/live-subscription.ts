/** One live subscription per customer and plan family. (docs/behavior/plan-changes.md) */
import type { Tx } from '#db/client.ts';
import type { CheckoutSession } from '#server/billing/orders/checkout-sessions.ts';
import { findRivalSubscription } from '#server/billing/payments/purchase-due.ts';
import { ApiError } from '#server/domain/errors.ts';
import type { Actor } from '#server/events/rules/event.ts';
import type { Say } from '#server/i18n/say.ts';

/** The reasons of the refusal. After `ofAddress`, the caller emails a link to the address. */
export const liveSubscription = { ofCustomer: 'subscription_exists', ofAddress: 'subscription_link_sent' } as const;

/**
 * Throws 409 if the customer has another live subscription of the session's plan family. Only the merchant, and a customer
 * with the identity of that subscription, read its name: an email address proves nothing about the person who typed it.
 */
export async function requireNoSubscription(
  tx: Tx,
  session: CheckoutSession,
  order: { readonly id: string } | undefined,
  email: string | null,
  { say, actor }: { readonly say: Say; readonly actor: Actor },
): Promise<void> {
  const live = await findRivalSubscription(tx, session, order, email);
  if (!live) return;
  if (!live.isStarted) throw new ApiError(409, say('errors.otherProcessing'), 'payment');
  const mayKnow = live.isOfIdentity || actor.kind !== 'checkout';
  const message = mayKnow ? say('errors.hasSubscription', { plan: live.planName }) : say('errors.linkSent');
  const reason = mayKnow ? liveSubscription.ofCustomer : liveSubscription.ofAddress;
  throw new ApiError(409, message, 'payment', { details: { reason } });
}
