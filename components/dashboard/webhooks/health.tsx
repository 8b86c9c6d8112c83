import { CircleCheck, CircleDashed, type LucideIcon, Pause, TriangleAlert } from 'lucide-react';
import { Badge, type BadgeTone } from '#components/ui/badge.tsx';
import { Time } from '#components/ui/time.tsx';
import { durationText } from '../requests/request-words.ts';
import { shareText } from './webhook-words.ts';

/** A webhook's health. */
export interface HealthFacts {
  readonly pausedAt: Date | null;
  readonly failingSince: Date | null;
  /** Over the last 24 hours: deliveries attempted, deliveries that succeeded, and the median duration of a request. */
  readonly attempted: number;
  readonly arrived: number;
  readonly medianMs: number | null;
  readonly waiting: number;
}

type State = 'paused' | 'failing' | 'idle' | 'healthy';

const looks: Readonly<Record<State, { tone: BadgeTone; icon: LucideIcon; word: string }>> = {
  paused: { tone: 'warning', icon: Pause, word: 'Paused' },
  failing: { tone: 'danger', icon: TriangleAlert, word: 'Failing' },
  idle: { tone: 'neutral', icon: CircleDashed, word: 'No recent events' },
  healthy: { tone: 'success', icon: CircleCheck, word: 'Healthy' },
};

const stateOf = ({ pausedAt, failingSince, attempted }: HealthFacts): State => {
  if (pausedAt) return 'paused';
  if (failingSince) return 'failing';
  return attempted === 0 ? 'idle' : 'healthy';
};

export function HealthBadge({ facts }: { facts: HealthFacts }) {
  const { tone, icon: Icon, word } = looks[stateOf(facts)];
  return (
    <Badge tone={tone}>
      <Icon className="size-3" aria-hidden />
      {word}
    </Badge>
  );
}

/** A webhook's health in one line. */
export function HealthLine({ facts }: { facts: HealthFacts }) {
  const { pausedAt, failingSince, attempted, arrived, medianMs, waiting } = facts;
  const since = pausedAt ?? failingSince;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 max-md:justify-end">
      <HealthBadge facts={facts} />
      <span className="text-muted">
        {since && (
          <>
            since <Time value={since} />
            {attempted > 0 && ', '}
          </>
        )}
        {attempted > 0
          ? `${shareText(arrived, attempted)} of ${attempted.toLocaleString('en')} delivered in 24 hours`
          : !since && 'in the last 24 hours'}
        {medianMs !== null && `, median ${durationText(Math.round(medianMs))}`}
        {waiting > 0 && `, ${waiting.toLocaleString('en')} pending`}
      </span>
    </span>
  );
}
