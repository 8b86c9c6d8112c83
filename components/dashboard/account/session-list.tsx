'use client';
import { MonitorSmartphone } from 'lucide-react';
import { requestAuth } from '#components/auth/call-auth.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Time } from '#components/ui/time.tsx';
import { useAuth } from './use-auth.ts';

/** A session in the list. */
export interface SessionLine {
  readonly id: string;
  readonly device: string;
  /** The IP address of the sign-in; empty if unknown. */
  readonly address: string;
  readonly createdAt: Date;
  readonly isCurrent: boolean;
}

/** Lists the account's sessions and signs out other ones. */
export function SessionList({ sessions }: { sessions: readonly SessionLine[] }) {
  const end = useAuth((body: { id: string }) => requestAuth('end-session', body));
  const endOthers = useAuth(() => requestAuth('revoke-other-sessions', {}));
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  const error = end.error ?? endOthers.error;
  return (
    <>
      {error && (
        <div className="px-4 pb-3 sm:px-5">
          <Alert tone="danger">{error.message}</Alert>
        </div>
      )}
      <ul className="divide-y divide-border">
        {sessions.map(({ id, device, address, createdAt, isCurrent }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3 text-sm sm:px-5">
            <div className="flex min-w-0 items-center gap-3">
              <MonitorSmartphone className="size-5 shrink-0 text-muted" aria-hidden />
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
                  <bdi>{device}</bdi> {isCurrent && <Badge tone="success">Current</Badge>}
                </p>
                <p className="text-muted">
                  {address !== '' && <>{address} · </>}signed in <Time value={createdAt} />
                </p>
              </div>
            </div>
            {!isCurrent && (
              <Button
                size="small"
                variant="ghost"
                pending={end.isPending && end.variables.id === id}
                onClick={() => end.mutate({ id })}
              >
                Sign out<span className="sr-only"> {device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasOthers && (
        <div className="border-t border-border px-4 py-4 sm:px-5">
          <Button pending={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out other sessions
          </Button>
        </div>
      )}
    </>
  );
}
