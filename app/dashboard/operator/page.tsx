import { Inbox } from 'lucide-react';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { ReviewCard } from '#components/dashboard/operator/review-card.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { isOperator } from '#server/accounts/data/operators.ts';
import { settings } from '#server/platform/settings.ts';
import { listReviewQueue } from '#server/stores/reviews.ts';
import { requireAccount } from '../scope.ts';
import { OperatorFrame } from './operator-frame.tsx';

export const metadata: Metadata = { title: 'Approvals' };

const maxPerKind = 50;

export default async function OperatorPage() {
  const { db, merchant, stores } = await requireAccount('/dashboard/operator');
  if (!(await isOperator(db, merchant.id, settings()))) notFound();
  const queue = await listReviewQueue(db, maxPerKind);
  return (
    <OperatorFrame merchant={merchant} stores={stores} width="max-w-3xl">
      <AutoRefresh />
      <PageHeader
        title="Approvals"
        description="Pending requests from merchants, oldest first. Merchants receive your decision and note."
      />
      <p role="status" className="mb-4 text-sm text-muted empty:hidden">
        {queue.length > 0 && `${queue.length}${queue.length >= maxPerKind ? ' or more' : ''} pending`}
      </p>
      {queue.length === 0 ? (
        <Card>
          <EmptyState icon={Inbox} title="No pending approvals">
            Business verifications, sender addresses and sender domains appear here.
          </EmptyState>
        </Card>
      ) : (
        <ul className="flex flex-col gap-5">
          {queue.map((entry) => (
            <li key={entry.id}>
              <ReviewCard entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </OperatorFrame>
  );
}
