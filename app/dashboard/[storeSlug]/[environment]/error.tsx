'use client';
import { PageFailed } from '#app/page-failed.tsx';

/** What a page of a store shows when it failed; the store's navigation stays. */
export default function PageError({ error, retry }: { error: Error & { digest?: string }; retry: () => void }) {
  return <PageFailed error={error} retry={retry} comfort="Nothing has been lost." />;
}
