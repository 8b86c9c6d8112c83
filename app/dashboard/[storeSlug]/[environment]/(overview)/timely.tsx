import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { isStatementTimeout } from '#server/platform/data/read-failures.ts';

/** Renders a part of the overview. If its queries time out, shows a message and leaves the other parts intact. */
export async function Timely({ part }: { part: () => Promise<ReactNode> }) {
  try {
    return await part();
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    return (
      <Card>
        <EmptyState icon={Hourglass} title="These figures took too long to load">
          Choose a shorter date range.
        </EmptyState>
      </Card>
    );
  }
}
