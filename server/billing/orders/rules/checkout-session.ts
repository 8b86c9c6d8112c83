/** What can be done with a checkout session now. (decisions.md, "Checkout sessions".) */
import { ApiError } from '#server/domain/errors.ts';
import type { OrderStatus } from './order.ts';

export const maxTtlSeconds = 604_800;
export const minTtlSeconds = 60;

/** `open` can be ordered and paid; `paid`, `canceled` and `expired` are over. */
export type SessionState = 'open' | 'paid' | 'canceled' | 'expired';

/** The state of a session, from its end and the status of the one order it may have made. */
export function sessionState(
  session: { expiresAt: Date },
  order: { readonly status: OrderStatus; readonly startedAt: Date | null } | undefined,
  now: Date,
): SessionState {
  // A subscription that has begun was paid here, whatever became of it.
  if (order?.status === 'completed' || order?.startedAt) return 'paid';
  if (order?.status === 'canceled') return 'canceled';
  if (order?.status === 'expired' || session.expiresAt <= now) return 'expired';
  return 'open';
}

const refusals: Record<Exclude<SessionState, 'open'>, string> = {
  paid: 'Checkout session has already been paid',
  canceled: 'The order of this checkout session was canceled',
  expired: 'Checkout session has expired',
};

/** 400 with the reason unless the session is open. */
export function requireOpen(state: SessionState): void {
  if (state !== 'open') throw new ApiError(400, refusals[state], 'order');
}
