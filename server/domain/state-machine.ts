/** Transitions are data. These functions are the only way to a new status. */
import { errors, type Layer } from './errors.ts';

export type Transitions<Status extends string, Event extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<Event, Status>>>>
>;

/** The status that an event leads to; undefined if the event is not allowed. */
export const follow = <Status extends string, Event extends string>(
  transitions: Transitions<Status, Event>,
  from: Status,
  event: Event,
): Status | undefined => transitions[from][event];

/** The status that an event leads to; throws 400 with that message if it is not allowed. */
export function followOrRefuse<Status extends string, Event extends string>(
  transitions: Transitions<Status, Event>,
  from: Status,
  event: Event,
  refusal: { message: string; layer: Layer },
): Status {
  const to = follow(transitions, from, event);
  if (to === undefined) throw errors.wrongStatus(refusal.message, refusal.layer);
  return to;
}

/** The predicate of a status set. */
export const isOneOf =
  <Status extends string>(statuses: readonly Status[]) =>
  (status: string): status is Status =>
    statuses.some((one) => one === status);
