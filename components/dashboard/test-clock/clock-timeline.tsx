import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';

/** One thing that happened while the clock went on. */
export interface ClockEvent {
  readonly id: string;
  /** ISO 8601, on the store's clock. */
  readonly at: string;
  readonly summary: string;
  /** The order that it is about, if any: its Short ID, and what and whose it is. */
  readonly order: { readonly id: string; readonly name: string } | null;
}

interface ClockTimelineProps {
  events: readonly ClockEvent[];
  /** How much happened in all: of very much, the list holds the first part. */
  total: number;
  base: string;
}

/** What happened, in order; what happened at one moment stands together. */
export function ClockTimeline({ events, total, base }: ClockTimelineProps) {
  return (
    <>
      <ol className="divide-y divide-border border-t border-border">
        {groupByMoment(events).map(({ at, events: together }) => (
          <li key={at} className="grid gap-x-4 gap-y-1 px-4 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)] sm:px-5">
            <p className="text-muted">
              <Time value={at} />
            </p>
            <ul className="flex flex-col gap-2">
              {groupByOrder(together).map(({ order, events: itsEvents }) => (
                <li key={itsEvents[0]?.id}>
                  {itsEvents.map(({ id, summary }) => (
                    <p key={id} className="wrap-anywhere">
                      {summary}
                    </p>
                  ))}
                  {order && (
                    <Link
                      href={`${base}/orders/${order.id}`}
                      className="inline-block py-1 wrap-anywhere text-link underline underline-offset-2"
                    >
                      {order.name}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {total > events.length && (
        <p className="border-t border-border px-4 py-3 text-sm text-muted sm:px-5">
          … and {total - events.length} more. The API and the command line give up to 2,000.
        </p>
      )}
    </>
  );
}

function groupByMoment(events: readonly ClockEvent[]): { at: string; events: ClockEvent[] }[] {
  const groups: { at: string; events: ClockEvent[] }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last?.at === event.at) last.events.push(event);
    else groups.push({ at: event.at, events: [event] });
  }
  return groups;
}

/** What follows upon each other about the same order stands above one link to it. */
function groupByOrder(events: readonly ClockEvent[]): { order: ClockEvent['order']; events: ClockEvent[] }[] {
  const groups: { order: ClockEvent['order']; events: ClockEvent[] }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && event.order && last.order?.id === event.order.id) last.events.push(event);
    else groups.push({ order: event.order, events: [event] });
  }
  return groups;
}
