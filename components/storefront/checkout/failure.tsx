import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#components/ui/alert.tsx';

interface FailureProps {
  message: string | null;
  /** What to do about it. */
  children?: ReactNode;
}

/** The reason for a failed payment. Moves the focus to itself. */
export function Failure({ message, children }: FailureProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) region.current?.focus();
  }, [message]);
  return (
    <div ref={region} tabIndex={-1} className="rounded-control" hidden={!message}>
      {message && (
        <Alert tone="danger">
          {message} {children}
        </Alert>
      )}
    </div>
  );
}
