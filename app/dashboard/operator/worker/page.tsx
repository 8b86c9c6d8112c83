import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { BacklogTable } from '#components/dashboard/operator/backlog-table.tsx';
import { FailedRuns } from '#components/dashboard/operator/failed-runs.tsx';
import { QueueTable } from '#components/dashboard/operator/queue-table.tsx';
import { WorkerState } from '#components/dashboard/operator/worker-state.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { isOperator } from '#server/accounts/data/operators.ts';
import { readClock } from '#server/platform/clock.ts';
import { listFailedRuns, listQueues, readWorkerSigns } from '#server/platform/data/worker.ts';
import { settings } from '#server/platform/settings.ts';
import { readBacklog } from '#server/worker/data/backlog.ts';
import { requireAccount } from '../../scope.ts';
import { OperatorFrame } from '../operator-frame.tsx';
import { backlogLine, queueLine, workerState } from './worker-lines.ts';

export const metadata: Metadata = { title: 'Worker' };

const maxFailures = 50;

export default async function WorkerPage() {
  const { db, merchant, stores } = await requireAccount('/dashboard/operator/worker');
  if (!(await isOperator(db, merchant.id, settings()))) notFound();
  const now = readClock();
  const [heartbeats, backlog, queues, failures] = await Promise.all([
    readWorkerSigns(db),
    readBacklog(db, now),
    listQueues(db),
    listFailedRuns(db, maxFailures),
  ]);
  return (
    <OperatorFrame merchant={merchant} stores={stores} width="max-w-5xl">
      <AutoRefresh />
      <PageHeader
        title="Worker"
        description="Background jobs of all stores: renewals, retries, refunds, emails and cleanup."
      />
      <div className="flex flex-col gap-6">
        <WorkerState {...workerState(heartbeats, now)} />
        <CardSection title="Backlog" description="Work that is due now. Excludes stores using a test clock." flush>
          <BacklogTable backlog={backlog.map((work) => backlogLine(work, now))} />
        </CardSection>
        <CardSection
          title="Failures"
          description="Failed runs are retried up to three times. The next run picks up unfinished work. Failures are listed for a week."
          flush={failures.length > 0}
        >
          <FailedRuns runs={failures} />
        </CardSection>
        <CardSection title="Jobs" flush={queues.length > 0}>
          {queues.length > 0 ? (
            <QueueTable queues={queues.map((queue) => queueLine(queue, now))} />
          ) : (
            <p className="text-sm text-muted">Jobs appear after the first worker has started.</p>
          )}
        </CardSection>
      </div>
    </OperatorFrame>
  );
}
