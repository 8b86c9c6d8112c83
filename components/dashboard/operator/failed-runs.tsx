import { Badge } from '../../ui/badge.tsx';
import { Time } from '../../ui/time.tsx';
import { RetryButton } from './retry-button.tsx';

/** A run as the list shows it. */
export interface FailedRunLine {
  readonly id: string;
  readonly queue: string;
  readonly isTriedAgain: boolean;
  readonly attempts: number;
  readonly startedAt: Date | null;
  readonly error: string;
  readonly input: string | null;
}

/** Runs that failed, newest first, with what went wrong. */
export function FailedRuns({ runs }: { runs: readonly FailedRunLine[] }) {
  return (
    <ul className="divide-y divide-border border-t border-border">
      {runs.map(({ id, queue, isTriedAgain, attempts, startedAt, error, input }) => (
        <li key={id} className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3.5 text-sm sm:px-5">
          <div className="min-w-0 basis-80 grow">
            <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <span className="font-medium">{queue}</span>
              {isTriedAgain && <Badge tone="info">Tried again by itself</Badge>}
              <span className="text-xs text-muted">
                {startedAt && <Time value={startedAt} />}, {attempts === 1 ? 'once' : `${attempts} times`}
              </span>
            </p>
            <p className="mt-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{error}</p>
            <p className="mt-1 text-xs text-muted wrap-anywhere">
              Input: {input === null ? 'none' : <code className="font-mono">{input}</code>}
            </p>
          </div>
          {!isTriedAgain && <RetryButton id={id} queue={queue} />}
        </li>
      ))}
    </ul>
  );
}
