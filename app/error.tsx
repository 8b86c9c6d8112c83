'use client';
import { CloudAlert } from 'lucide-react';
import { Button } from '../components/ui/button.tsx';
import { EmptyState } from '../components/ui/empty-state.tsx';

/** What a page that failed shows instead of itself. */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
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
        <p>Nothing you did has been lost. If it keeps happening, tell whoever runs this service.</p>
        {error.digest && <p className="mt-2 font-mono text-xs">Reference {error.digest}</p>}
      </EmptyState>
    </main>
  );
}
