import { Hourglass } from 'lucide-react';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** In place of entries that were not found in time. */
export const TookTooLong = () => (
  <EmptyState icon={Hourglass} title="The search took too long">
    Choose a time range or a kind, so that less has to be looked through.
  </EmptyState>
);
