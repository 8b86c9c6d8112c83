/** The state machine of a one-time order. (commerce-api.md, "One-time order status"; decisions.md, "Checkout sessions".) */
import { followOrRefuse, type Transitions } from '#server/domain/state-machine.ts';

export const onetimeOrderStatuses = ['pending', 'completed', 'canceled', 'expired'] as const;
export type OnetimeOrderStatus = (typeof onetimeOrderStatuses)[number];
export type OnetimeOrderEvent = 'pay' | 'cancel' | 'expire';

export const onetimeOrderTransitions: Transitions<OnetimeOrderStatus, OnetimeOrderEvent> = {
  pending: { pay: 'completed', cancel: 'canceled', expire: 'expired' },
  completed: {},
  canceled: {},
  expired: {},
};

/** The message when an event is refused. */
export const onetimeOrderRefusals: Record<OnetimeOrderEvent, string> = {
  pay: 'Only pending orders can be paid',
  cancel: 'Only pending orders can be canceled',
  expire: 'Only pending orders can expire',
};

/** The next status of a one-time order; throws 400 `Only pending orders can be …` if the event is not allowed. */
export const nextOnetimeOrderStatus = (from: OnetimeOrderStatus, event: OnetimeOrderEvent): OnetimeOrderStatus =>
  followOrRefuse(onetimeOrderTransitions, from, event, { message: onetimeOrderRefusals[event], layer: 'order' });
