'use client';
import { PageFailed } from '#app/page-failed.tsx';

/** Shown in place of a store's page that failed. The navigation stays. */
export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return <PageFailed error={error} retry={retry} comfort="Your data is safe." />;
}
