'use client';
import { OperatorNav } from '#components/dashboard/operator/operator-nav.tsx';
import { PageFailed } from '../../page-failed.tsx';

/** The error page of operator pages. It keeps their navigation. */
export default function OperatorError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-6">
      <OperatorNav />
      <main className="py-6">
        <PageFailed error={error} retry={retry} comfort="Your data is safe." />
      </main>
    </div>
  );
}
