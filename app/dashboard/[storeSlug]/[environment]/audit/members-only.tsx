import { Lock } from 'lucide-react';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';

/** What other members see in the audit log's place. */
export const MembersOnly = () => (
  <>
    <PageHeader title="Audit log" />
    <Card>
      <EmptyState icon={Lock} title="Only the store’s owner and admins read the audit log">
        It tells what every member did, and from where.
      </EmptyState>
    </Card>
  </>
);
