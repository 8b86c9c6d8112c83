import { Alert } from '#components/ui/alert.tsx';
import { OperatorNote } from './operator-note.tsx';

interface SuspendedProps {
  /** Whether the store is suspended by itself, or with the account that owns or owned it. */
  of: 'store' | 'account';
  /** The operator's words; null: the reader is not told. */
  reason: string | null;
}

/** Stands on the pages of a store that the operator has suspended in prod. */
export function Suspended({ of, reason }: SuspendedProps) {
  const title =
    of === 'store'
      ? 'The operator has suspended this store in prod'
      : 'The operator has suspended the account behind this store';
  return (
    <Alert tone="danger" role="note" title={title}>
      Nothing is sold in prod, and renewals wait. You can sign in and read, refunds go on, and everything works in test.
      {reason && <OperatorNote by="operator" text={reason} />}
      <p className="mt-2">Contact the operator of this service to have the suspension lifted.</p>
    </Alert>
  );
}
