import { Alert } from '#components/ui/alert.tsx';
import { OperatorNote } from './operator-note.tsx';

interface SuspendedProps {
  /** Whether the store itself or its owner's account is suspended. */
  of: 'store' | 'account';
  /** The operator's message; null: hidden from this member. */
  reason: string | null;
}

/** Shown on the pages of a store whose live mode the operator has suspended. */
export function Suspended({ of, reason }: SuspendedProps) {
  const title =
    of === 'store' ? 'Live mode is suspended for this store' : 'The account that owns this store is suspended';
  return (
    <Alert tone="danger" role="note" title={title}>
      Live checkouts and renewals are paused. You can still view data, issue refunds and use test mode.
      {reason && <OperatorNote by="operator" text={reason} />}
      <p className="mt-2">Contact the operator of this service to lift the suspension.</p>
    </Alert>
  );
}
