import { Lock } from 'lucide-react';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';

/** Replaces the audit log for members without access. */
export const MembersOnly = () => (
  <>
    <PageHeader title="Audit log" />
    <Card>
      <EmptyState icon={Lock} title="Only the store owner and admins can view the audit log">
        The audit log records each member’s actions and IP addresses.
      </EmptyState>
    </Card>
  </>
);
