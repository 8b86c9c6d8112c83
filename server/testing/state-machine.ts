/** Tests of state machines. */
import { expect, test } from 'vitest';

interface Machine<Status extends string, Event extends string> {
  readonly statuses: readonly Status[];
  readonly events: readonly Event[];
  /** The next statuses. All other events are refused. */
  readonly allowed: Readonly<Partial<Record<`${NoInfer<Status>} ${NoInfer<Event>}`, NoInfer<Status>>>>;
  readonly next: (status: Status, event: Event) => Status;
  readonly refusalOf: (status: Status, event: Event) => string | RegExp;
}

/** Tests each event in each status. */
export function testTransitions<Status extends string, Event extends string>(machine: Machine<Status, Event>): void {
  const { statuses, events, allowed, next, refusalOf } = machine;
  for (const status of statuses) {
    for (const event of events) {
      const expected = allowed[`${status} ${event}`];
      test(`${status} + ${event} → ${expected ?? 'refused'}`, () => {
        if (expected) expect(next(status, event)).toBe(expected);
        else expect(() => next(status, event)).toThrow(refusalOf(status, event));
      });
    }
  }
}
