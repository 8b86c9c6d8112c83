import { Alert } from '#components/ui/alert.tsx';
import { Time } from '#components/ui/time.tsx';

interface WorkerStateProps {
  connected: number;
  /** How long ago one of them looked at the timetable, in words; null: never. */
  lastSign: { readonly at: Date; readonly ago: string } | null;
  isSilent: boolean;
}

/** Whether anybody does the work. Read anew every few seconds, so nothing of it is announced. */
export function WorkerState({ connected, lastSign, isSilent }: WorkerStateProps) {
  const sign = lastSign ? (
    <>
      The last sign of life came {lastSign.ago} ago, <Time value={lastSign.at} />.
    </>
  ) : (
    'There has never been one on this database.'
  );
  if (connected === 0) {
    return (
      <Alert tone="danger" role="note" title="No worker is running">
        Nothing is renewed, sent, refunded or cleaned up until one is: <code>counterfoil worker</code>, or{' '}
        <code>npm start</code>, which has one of its own. {sign}
      </Alert>
    );
  }
  const count = connected === 1 ? 'One worker is connected' : `${connected} workers are connected`;
  if (isSilent) {
    return (
      <Alert tone="warning" role="note" title={`${count}, and silent`}>
        Workers look at the timetable twice a minute. {sign} One that has just started needs a minute; else start it
        again.
      </Alert>
    );
  }
  return (
    <Alert tone="success" role="note" title={count}>
      {sign} Any number of them may run; each job runs once at a time.
    </Alert>
  );
}
