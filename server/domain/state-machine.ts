/**
 * A status changes in one place: transitions are data, and asking this function is the only way to a new status.
 */
import { errors, type Layer } from './errors.ts';

export type Transitions<Status extends string, Event extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<Event, Status>>>>
>;

/** The status that an event leads to, or undefined where the event means nothing in that status. */
export const follow = <Status extends string, Event extends string>(
  transitions: Transitions<Status, Event>,
  from: Status,
  event: Event,
): Status | undefined => transitions[from][event];

/** The status that an event leads to; a 400 with that message where there is none. */
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
