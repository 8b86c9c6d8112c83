'use client';
import { CloudAlert } from 'lucide-react';
import { Button } from '../../../../components/ui/button.tsx';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';

/** What a page of a store shows when it failed; the store's navigation stays. */
export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
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
        <p>Nothing has been lost. If it keeps happening, tell whoever runs this service.</p>
        {error.digest && <p className="mt-2 font-mono text-xs">Reference {error.digest}</p>}
      </EmptyState>
    </>
  );
}
