import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AutoRefresh } from '../../../../components/dashboard/auto-refresh.tsx';
import { BacklogTable } from '../../../../components/dashboard/operator/backlog-table.tsx';
import { FailedRuns } from '../../../../components/dashboard/operator/failed-runs.tsx';
import { QueueTable } from '../../../../components/dashboard/operator/queue-table.tsx';
import { WorkerState } from '../../../../components/dashboard/operator/worker-state.tsx';
import { CardSection } from '../../../../components/ui/card.tsx';
import { PageHeader } from '../../../../components/ui/page-header.tsx';
import { readClock } from '../../../../server/clock.ts';
import { readBacklog } from '../../../../server/queries/backlog.ts';
import { isOperator } from '../../../../server/queries/operators.ts';
import { listFailedRuns, listQueues, readWorkerSigns } from '../../../../server/queries/worker.ts';
import { AccountHeader } from '../../account-header.tsx';
import { requireAccount } from '../../scope.ts';
import { backlogLine, queueLine, workerState } from './worker-lines.ts';

export const metadata: Metadata = { title: 'Worker' };

const mostFailures = 50;

export default async function WorkerPage() {
  const { db, merchant, stores } = await requireAccount('/dashboard/operator/worker');
  if (!(await isOperator(db, merchant.id))) notFound();
  const now = readClock();
  const [signs, backlog, queues, failures] = await Promise.all([
    readWorkerSigns(db),
    readBacklog(db, now),
    listQueues(db),
    listFailedRuns(db, mostFailures),
  ]);
  return (
    <div className="flex min-h-dvh flex-col">
      <AutoRefresh />
      <AccountHeader merchant={merchant} stores={stores} isOperator />
      <main className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-6 lg:py-8">
        <PageHeader
          title="Worker"
          description="What happens without anybody asking: renewals, retries, refunds, emails and cleaning up, of all stores."
        />
        <div className="flex flex-col gap-6">
          <WorkerState {...workerState(signs, now)} />
          <CardSection
            title="Due now"
            description="Stores whose test clock is set are left out: their time is their own."
            flush
          >
            <BacklogTable backlog={backlog.map((work) => backlogLine(work, now))} />
          </CardSection>
          <CardSection
            title="Failures"
            description="Runs are tried three times. What they left undone, the next run does; a week later they are forgotten."
            flush={failures.length > 0}
          >
            {failures.length > 0 ? (
              <FailedRuns runs={failures} />
            ) : (
              <p className="text-sm text-muted">No run has failed.</p>
            )}
          </CardSection>
          <CardSection title="Jobs" flush={queues.length > 0}>
            {queues.length > 0 ? (
              <QueueTable queues={queues.map((queue) => queueLine(queue, now))} />
            ) : (
              <p className="text-sm text-muted">The first worker on this database brings them along.</p>
            )}
          </CardSection>
        </div>
      </main>
    </div>
  );
}
