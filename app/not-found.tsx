import { SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <h1 className="sr-only">Not found</h1>
      <EmptyState
        icon={SearchX}
        title="There is nothing here"
        action={<ButtonLink href="/">Go to the start page</ButtonLink>}
      >
        The address may be mistyped, or what stood here is gone.
      </EmptyState>
    </main>
  );
}
