import { useEffect, useRef } from 'react';
import { Alert } from '#components/ui/alert.tsx';

/** Why it did not work, taken to where the buyer is. */
export function Failure({ message }: { message: string | null }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message) region.current?.focus();
  }, [message]);
  return (
    <div ref={region} tabIndex={-1} className="rounded-control" hidden={!message}>
      {message && <Alert tone="danger">{message}</Alert>}
    </div>
  );
}
