import { Link2Off } from 'lucide-react';
import type { Metadata } from 'next';
import { EmptyState } from '../../../../components/ui/empty-state.tsx';

export const metadata: Metadata = { title: { absolute: 'This link is not valid' } };

export default function CheckoutNotFound() {
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div>
        <h1 className="sr-only">This checkout link is not valid</h1>
        <EmptyState icon={Link2Off} title="This checkout link is not valid">
          <p>
            It may have been cut off on its way to you. Open it again from where you found it, or copy the whole of it.
          </p>
          <p className="mt-2">If it still leads here, ask the store for a new link. You have not been charged.</p>
        </EmptyState>
      </div>
    </main>
  );
}
