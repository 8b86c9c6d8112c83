'use client';
import { PageFailed } from './page-failed.tsx';

/** Shown in place of a page that failed. */
export default function ErrorPage({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <PageFailed error={error} retry={retry} comfort="Your data is safe." />
    </main>
  );
}
