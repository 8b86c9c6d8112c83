import { ShowMore } from '#components/ui/show-more.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Actor } from '#server/events/rules/event.ts';
import { EventIcon } from './event-icon.tsx';
import { type FollowUp, FollowUps } from './follow-ups.tsx';

/** What one did to an order at one moment. */
export interface StoryMoment {
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor['kind'];
  /** Newest first; the first gives the moment its sign. */
  readonly tellings: readonly {
    readonly id: string;
    readonly type: string;
    readonly title: string;
    /** Why, where something went wrong. */
    readonly detail: string | null;
  }[];
  /** Who was told of it. */
  readonly followUps: readonly FollowUp[];
}

const actors: Readonly<Record<Actor['kind'], string>> = {
  apiKey: 'by your backend',
  dashboard: 'in the dashboard',
  storeSlug: 'from your site',
  sessionToken: 'by the customer',
  checkout: 'at the checkout',
  portal: 'by the customer, in the portal',
  visitor: 'by somebody who was not signed in',
  worker: 'by the service',
  operator: 'by the operator',
  provider: 'at the payment provider',
};

/** So many moments are shown at first. */
const shownMoments = 12;

/** What happened, newest first. */
export function Timeline({ moments }: { moments: readonly StoryMoment[] }) {
  const lines = moments.map((moment) => <Moment key={moment.id} {...moment} />);
  return (
    <ShowMore
      as="ol"
      className="flex flex-col"
      footClassName="pt-5"
      first={lines.slice(0, shownMoments)}
      rest={lines.slice(shownMoments)}
      label={`Show all ${lines.length}`}
    />
  );
}

function Moment({ at, actor, tellings, followUps }: StoryMoment) {
  return (
    <li className="group relative flex gap-3 pb-5 last:pb-0">
      <span className="absolute start-3.75 top-8 bottom-0 w-px bg-border group-last:hidden" aria-hidden />
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <EventIcon type={tellings[0]?.type} />
      </span>
      <div className="min-w-0 pt-1 text-sm">
        {tellings.map(({ id, title, detail }) => (
          <div key={id} className="group/telling mb-0.5">
            <p className="wrap-anywhere group-first/telling:font-medium">{title}</p>
            {detail && <p className="wrap-anywhere text-muted">{detail}</p>}
          </div>
        ))}
        <p className="text-xs text-muted">
          <Time value={at} /> {actors[actor]}
        </p>
        {followUps.length > 0 && <FollowUps followUps={followUps} />}
      </div>
    </li>
  );
}
