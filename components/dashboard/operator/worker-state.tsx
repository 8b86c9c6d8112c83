import { Alert } from '#components/ui/alert.tsx';
import { Time } from '#components/ui/time.tsx';

interface WorkerStateProps {
  connected: number;
  /** The last heartbeat of any worker, with its formatted age; null if there was none. */
  lastHeartbeat: { readonly at: Date; readonly ago: string } | null;
  isSilent: boolean;
}

/** The workers' state. It refreshes every few seconds, so it is not a live region. */
export function WorkerState({ connected, lastHeartbeat, isSilent }: WorkerStateProps) {
  const heartbeat = lastHeartbeat ? (
    <>
      Last heartbeat {lastHeartbeat.ago} ago (<Time value={lastHeartbeat.at} />
      ).
    </>
  ) : (
    'No worker has ever connected to this database.'
  );
  if (connected === 0) {
    return (
      <Alert tone="danger" role="note" title="No worker is running">
        Renewals, emails, refunds and cleanup are on hold. Start a worker with <code>counterfoil worker</code>, or run{' '}
        <code>npm start</code>, which includes one. {heartbeat}
      </Alert>
    );
  }
  const count = connected === 1 ? '1 worker is connected' : `${connected} workers are connected`;
  if (isSilent) {
    return (
      <Alert tone="warning" role="note" title={`${count} but not responding`}>
        Workers send a heartbeat every 30 seconds. {heartbeat} A new worker can take up to a minute to respond. If it
        still does not respond, restart it.
      </Alert>
    );
  }
  return (
    <Alert tone="success" role="note" title={count}>
      {heartbeat} You can run several workers. Each job runs on one worker at a time.
    </Alert>
  );
}
