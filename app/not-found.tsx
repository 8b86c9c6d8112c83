import { SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState icon={SearchX} title="Page not found" action={<ButtonLink href="/">Go to dashboard</ButtonLink>}>
        Check the URL or go to your dashboard.
      </EmptyState>
    </main>
  );
}
