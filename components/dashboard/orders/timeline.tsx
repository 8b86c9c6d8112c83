import { ShowMore } from '#components/ui/show-more.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Actor } from '#server/events/rules/event.ts';
import { EventIcon } from './event-icon.tsx';
import { Notifications, type OrderNotification } from './order-notifications.tsx';

/** The events of one actor within a minute. */
export interface TimelineEntry {
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor['kind'];
  /** Newest first. The first one selects the icon. */
  readonly lines: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    /** The reason of a failure. */
    readonly detail: string | null;
  }[];
  /** The emails and webhook deliveries that the events caused. */
  readonly notifications: readonly OrderNotification[];
}

const actors: Readonly<Record<Actor['kind'], string>> = {
  apiKey: 'via API key',
  dashboard: 'in the dashboard',
  storeSlug: 'via the public API',
  sessionToken: 'by the customer',
  checkout: 'at checkout',
  portal: 'in the customer portal',
  visitor: 'without sign-in',
  worker: 'automatically',
  operator: 'by the operator',
  provider: 'by the payment provider',
};

/** Older entries are collapsed. */
const shownEntries = 12;

/** A timeline of events, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) return <p className="text-sm text-muted">No activity.</p>;
  const items = entries.map((entry) => <Entry key={entry.id} {...entry} />);
  return (
    <ShowMore
      as="ol"
      className="flex flex-col"
      footClassName="pt-5"
      first={items.slice(0, shownEntries)}
      rest={items.slice(shownEntries)}
      label={`Show all ${items.length}`}
    />
  );
}

function Entry({ at, actor, lines, notifications }: TimelineEntry) {
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span className="absolute start-3.75 top-8 bottom-0 w-px bg-border group-last:hidden" aria-hidden />
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <EventIcon type={lines[0]?.type} />
      </span>
      <div className="min-w-0 pt-1 text-sm">
        {lines.map(({ id, title, detail }) => (
          <div key={id} className="group/line mb-0.5">
            <p className="wrap-anywhere group-first/line:font-medium">{title}</p>
            {detail && <p className="wrap-anywhere text-muted">{detail}</p>}
          </div>
        ))}
        <p className="text-xs text-muted">
          <Time value={at} /> {actors[actor]}
        </p>
        {notifications.length > 0 && <Notifications notifications={notifications} />}
      </div>
    </li>
  );
}
