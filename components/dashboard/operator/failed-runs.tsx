import { Badge } from '#components/ui/badge.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { Time } from '#components/ui/time.tsx';
import { RetryButton } from './retry-button.tsx';

/** A failed run in the list. */
export interface FailedRunLine {
  readonly id: string;
  readonly queue: string;
  readonly isRetrying: boolean;
  readonly attempts: number;
  readonly startedAt: Date | null;
  readonly error: string;
  readonly input: string | null;
}

/** Failed runs with their errors, newest first. */
export function FailedRuns({ runs }: { runs: readonly FailedRunLine[] }) {
  const message = runs.length === 1 ? '1 failure' : `${runs.length || 'No'} failures`;
  return (
    <>
      <ChangeNote of={runs.map(({ id }) => id).join()} className={runs.length > 0 ? 'mx-4 mb-3 sm:mx-5' : 'mb-2'}>
        {message}
      </ChangeNote>
      {runs.length === 0 && <p className="text-sm text-muted">No failed runs.</p>}
      <ul className="divide-y divide-border border-t border-border empty:hidden">
        {runs.map((run) => (
          <FailedRun key={run.id} {...run} />
        ))}
      </ul>
    </>
  );
}

function FailedRun({ id, queue, isRetrying, attempts, startedAt, error, input }: FailedRunLine) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-4 py-3.5 text-sm sm:px-5">
      <div className="min-w-0 basis-80 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <code className="font-mono font-medium">{queue}</code>
          {isRetrying && <Badge tone="info">Retrying automatically</Badge>}
          <span className="text-xs text-muted">
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
            {startedAt && (
              <>
                , last <Time value={startedAt} />
              </>
            )}
          </span>
        </p>
        <p className="mt-1 font-mono text-xs wrap-anywhere whitespace-pre-wrap">{error}</p>
        {input !== null && (
          <p className="mt-1 text-xs text-muted wrap-anywhere">
            Input: <code className="font-mono">{input}</code>
          </p>
        )}
      </div>
      {!isRetrying && <RetryButton id={id} queue={queue} />}
    </li>
  );
}
