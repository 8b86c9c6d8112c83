import { Hourglass } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** Replaces the entries when the search timed out. */
export const TookTooLong = () => (
  <EmptyState icon={Hourglass} title="The search timed out">
    Choose a time range or an object type to narrow the search.
  </EmptyState>
);
