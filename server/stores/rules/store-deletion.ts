/** The objects that block a store's deletion. (commerce-api.md, "delete-store".) */
import { ApiError } from '#server/domain/errors.ts';

/** In the order of the contract's table; `<count>` is replaced by the number. */
export const deletionBlockers = [
  {
    reason: 'active_products',
    when: 'products are active in test or in prod',
    message: 'Store has <count> active product(s); archive or delete them first',
    aiHint:
      'Set every product to inactive in each environment where it is active (onetime-product/update-status, subscription-product/update-status), then delete the store again.',
  },
  {
    reason: 'pending_orders',
    when: 'orders are neither completed, canceled, closed nor expired',
    message: 'Store has <count> pending order(s); wait for completion or cancel them first',
    aiHint:
      'Cancel the orders that are not finished (onetime-order/cancel-order, subscription-order/cancel-order) or wait until they are paid or expired, then delete the store again.',
  },
  {
    reason: 'active_subscriptions',
    when: 'subscriptions are active, canceling or past due',
    message: 'Store has <count> active subscription(s); cancel them first',
    aiHint:
      'Cancel the subscriptions (subscription-order/cancel-order) and wait until their current period is over, then delete the store again.',
  },
  {
    reason: 'pending_tickets',
    when: 'a business verification is pending',
    message: 'Store has <count> pending KYB ticket(s); resolve them first',
    aiHint:
      'Withdraw the business verification (kyb-ticket/withdraw-ticket) or wait for the decision, then delete the store again.',
  },
  {
    reason: 'bound_emails',
    when: 'sender emails are bound',
    message: 'Store still has <count> bound email(s); revoke email binding first',
    aiHint: 'Revoke the sender emails (sender-email/revoke-email), then delete the store again.',
  },
  {
    reason: 'bound_domains',
    when: 'sender domains are bound',
    message: 'Store still has <count> bound domain(s); revoke domain binding first',
    aiHint: 'Revoke the sender domains (sender-domain/revoke-domain), then delete the store again.',
  },
] as const;

/** The dashboard stops counting at this number, because counting a large store's subscriptions takes long. */
export const maxBlockersShown = 1000;

export type DeletionBlocker = (typeof deletionBlockers)[number]['reason'];

/** Throws 409 with one entry per kind of blocker. */
export function requireDeletable(counts: Readonly<Record<DeletionBlocker, number>>): void {
  const [first, ...others] = deletionBlockers
    .filter(({ reason }) => counts[reason] > 0)
    .map(({ reason, message, aiHint }) => ({
      message: message.replace('<count>', String(counts[reason])),
      layer: 'store' as const,
      reason,
      count: counts[reason],
      aiHint,
      code: reason,
    }));
  if (!first) return;
  const { message, layer, code, ...details } = first;
  throw new ApiError(409, message, layer, { code, details, callers: others });
}
