import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';

/** An event during an advance. */
export interface ClockEvent {
  readonly id: string;
  /** ISO 8601, on the test clock. */
  readonly at: string;
  readonly summary: string;
  /** The affected order: its Short ID, and its product and customer. */
  readonly order: { readonly id: string; readonly name: string } | null;
}

interface ClockTimelineProps {
  events: readonly ClockEvent[];
  /** The number of all events; `events` may be cut. */
  total: number;
  base: string;
}

/** Events in order, grouped by time and order. */
export function ClockTimeline({ events, total, base }: ClockTimelineProps) {
  return (
    <>
      <ol className="divide-y divide-border border-t border-border">
        {groupByMoment(events).map(({ at, events: simultaneous }) => (
          <li key={at} className="grid gap-x-4 gap-y-1 px-4 py-3 text-sm sm:grid-cols-[11rem_minmax(0,1fr)] sm:px-5">
            <p className="text-muted">
              <Time value={at} />
            </p>
            <ul className="flex flex-col gap-2">
              {groupByOrder(simultaneous).map(({ order, events: orderEvents }) => (
                <li key={orderEvents[0]?.id}>
                  {orderEvents.map(({ id, summary }) => (
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
          {total - events.length} more events are not shown. The API and the command line return up to 2,000.
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

/** Groups consecutive events of one order, so the order is linked once. */
function groupByOrder(events: readonly ClockEvent[]): { order: ClockEvent['order']; events: ClockEvent[] }[] {
  const groups: { order: ClockEvent['order']; events: ClockEvent[] }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    if (last && event.order && last.order?.id === event.order.id) last.events.push(event);
    else groups.push({ order: event.order, events: [event] });
  }
  return groups;
}
