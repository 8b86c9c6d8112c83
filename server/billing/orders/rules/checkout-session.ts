/** The states of a checkout session. (decisions.md, "Checkout sessions".) */
import { ApiError } from '#server/domain/errors.ts';
import type { OrderStatus } from './order.ts';

export const maxTtlSeconds = 604_800;
export const minTtlSeconds = 60;

/** `open` sessions can be ordered and paid; the other states are final. */
export type SessionState = 'open' | 'paid' | 'canceled' | 'expired';

/** The state of a session, from its expiry and the status of its order, if it has one. */
export function sessionState(
  session: { expiresAt: Date },
  order: { readonly status: OrderStatus; readonly startedAt: Date | null } | undefined,
  now: Date,
): SessionState {
  // A subscription that has started was paid here, even if it has ended since.
  if (order?.status === 'completed' || order?.startedAt) return 'paid';
  if (order?.status === 'canceled') return 'canceled';
  if (order?.status === 'expired' || session.expiresAt <= now) return 'expired';
  return 'open';
}

const closed = {
  paid: () => new ApiError(400, 'Checkout session has already been paid', 'order'),
  canceled: () => new ApiError(400, 'The order of this checkout session was canceled', 'order'),
  expired: () => new ApiError(400, 'Checkout session has expired', 'order'),
};

/** The refusals of a closed session, for the API reference. */
export const closedRefusals = [
  closed.paid().when('the session is paid'),
  closed.canceled().when('the session’s order was canceled'),
  closed.expired().when('the session has expired'),
];

/** Throws 400 with the reason unless the session is open. */
export function requireOpen(state: SessionState): void {
  if (state !== 'open') throw closed[state]();
}
