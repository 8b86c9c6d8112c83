import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { tookTooLong } from '#server/platform/data/read-failures.ts';

/** A part of the overview; where its figures take longer than they may, that they do, and the other parts stay. */
export async function Timely({ part }: { part: () => Promise<ReactNode> }) {
  try {
    return await part();
  } catch (error) {
    if (!tookTooLong(error)) throw error;
    return (
      <Card>
        <EmptyState icon={Hourglass} title="These figures take too long">
          Choose a shorter range, so that less has to be added up.
        </EmptyState>
      </Card>
    );
  }
}
