import { SearchX } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';

export default function NotFound() {
  return (
    <>
      <h1 className="sr-only">Not found</h1>
      <EmptyState icon={SearchX} title="Page not found">
        It may have been deleted, or belong to another store or to the other mode (see the switch above).
      </EmptyState>
    </>
  );
}
