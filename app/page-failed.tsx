'use client';
import { CloudAlert } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

interface PageFailedProps {
  error: Error & { digest?: string };
  retry: () => void;
  /** What happened to the visitor's input. */
  comfort: string;
}

/** Stands in for a page that could not be shown. */
export function PageFailed({ error, retry, comfort }: PageFailedProps) {
  return (
    <>
      <h1 className="sr-only">Something went wrong</h1>
      <EmptyState
        icon={CloudAlert}
        title="This page could not be shown"
        action={
          <Button variant="primary" onClick={() => retry()}>
            Try again
          </Button>
        }
      >
        <p>{comfort} If it keeps happening, tell the operator of this service.</p>
        {error.digest && <p className="mt-2 font-mono text-xs">Reference {error.digest}</p>}
      </EmptyState>
    </>
  );
}
