import { SearchX } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';

export default function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState icon={SearchX} title="There is nothing here">
        It may be in the other environment (see the switch above), in another store, or gone.
      </EmptyState>
    </>
  );
}
