'use client';
import { CloudAlert } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

interface PageFailedProps {
  error: Error & { digest?: string };
  retry: () => void;
  /** Says whether the visitor's input is safe. */
  comfort: string;
}

/** Shown in place of a page that failed to render. */
export function PageFailed({ error, retry, comfort }: PageFailedProps) {
  return (
    <>
      <h1 className="sr-only">Something went wrong</h1>
      <EmptyState
        icon={CloudAlert}
        title="This page couldn’t be loaded"
        action={
          <Button variant="primary" onClick={() => retry()}>
            Try again
          </Button>
        }
      >
        <p>{comfort} If the problem persists, contact the operator of this service.</p>
        {error.digest && <p className="mt-2 font-mono text-xs">Reference {error.digest}</p>}
      </EmptyState>
    </>
  );
}
