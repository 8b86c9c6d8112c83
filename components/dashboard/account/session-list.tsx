'use client';
import { MonitorSmartphone } from 'lucide-react';
import { askAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Time } from '#components/ui/time.tsx';
import { useAuth } from './use-auth.ts';

/** A session as the page shows it. */
export interface SessionLine {
  readonly id: string;
  readonly device: string;
  /** The address that it was begun from; empty where that is not known. */
  readonly address: string;
  readonly createdAt: Date;
  readonly isThis: boolean;
}

/** Where the account is signed in; each but this one can be ended. */
export function SessionList({ sessions }: { sessions: readonly SessionLine[] }) {
  const end = useAuth((body: { id: string }) => askAuth('end-session', body));
  const endOthers = useAuth(() => askAuth('revoke-other-sessions', {}));
  const hasOthers = sessions.some(({ isThis }) => !isThis);
  const error = end.error ?? endOthers.error;
  return (
    <>
      {error && (
        <div className="px-4 pb-3 sm:px-5">
          <Alert tone="danger">{error.message}</Alert>
        </div>
      )}
      <ul className="divide-y divide-border">
        {sessions.map(({ id, device, address, createdAt, isThis }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-sm sm:px-5">
            <div className="flex min-w-0 items-center gap-3">
              <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
                  <bdi>{device}</bdi> {isThis && <Badge tone="success">This one</Badge>}
                </p>
                <p className="text-muted">
                  {address !== '' && <>{address} · </>}since <Time value={createdAt} />
                </p>
              </div>
            </div>
            {!isThis && (
              <Button
                size="small"
                variant="ghost"
                pending={end.isPending && end.variables.id === id}
                onClick={() => end.mutate({ id })}
              >
                End<span className="sr-only"> the session of {device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <div className="border-t border-border px-4 py-4 sm:px-5">
          <Button pending={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all others
          </Button>
        </div>
      )}
    </>
  );
}
