import Link from 'next/link';
import { Time } from '../../ui/time.tsx';

/** One thing that happened while the clock went on. */
export interface ClockEvent {
  readonly id: string;
  /** ISO 8601, on the store's clock. */
  readonly at: string;
  readonly summary: string;
  /** The order that it is about, if any. */
  readonly orderId: string | null;
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
            <ul className="flex flex-col gap-1">
              {together.map(({ id, summary, orderId }) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-3">
                  <span className="min-w-0 break-words">{summary}</span>
                  {orderId && (
                    <Link
                      href={`${base}/orders/${orderId}`}
                      className="inline-block py-1 text-link underline underline-offset-2"
                    >
                      Order …{orderId.slice(-6)}
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
