import { Clock } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AdvanceClock, type ClockStep } from '#components/dashboard/test-clock/advance-clock.tsx';
import { ClockTimeline } from '#components/dashboard/test-clock/clock-timeline.tsx';
import { ResetClock } from '#components/dashboard/test-clock/reset-clock.tsx';
import { StartClock } from '#components/dashboard/test-clock/start-clock.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { ChangeNote } from '#components/ui/change-note.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Time } from '#components/ui/time.tsx';
import { listOrdersById } from '#server/billing/orders/data/store-orders.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { laterBy } from '#server/stores/rules/test-clock.ts';
import { findLatestAdvance } from '#server/test-clock/data/test-clocks.ts';
import { readTimeline } from '#server/test-clock/timeline.ts';
import { readNextDue } from '#server/test-clock/work.ts';

export const metadata: Metadata = { title: 'Test clock' };

const maxShownEvents = 200;

export default async function TestClockPage({ params }: StorePageProps) {
  const { db, store, scope, environment, base } = await requireScope(params, '/test-clock');
  // Live mode has no test clock.
  if (environment === 'prod') redirect(base);
  const at = store.testClockAt;
  const mayEdit = mayUpdateStore(store.role);
  const storeId = toShortId('STO', store.id);
  const [latest, nextDueAt] = await Promise.all([findLatestAdvance(db, scope), at && readNextDue(db, scope, at)]);
  const timeline = latest && (await readTimeline(db, latest, maxShownEvents));
  const orderIds = timeline?.entries.flatMap(({ objectType, objectId }) =>
    objectType === 'order' ? [fromShortId('ORD', objectId) ?? ''] : [],
  );
  const orders = await listOrdersById(db, { ...scopeOfStore(store), environment }, [...new Set(orderIds)]);
  const orderNames = new Map(
    orders.map(({ order, productName }) => [
      toShortId('ORD', order.id),
      order.buyerEmail ? `${productName}, ${order.buyerEmail}` : productName,
    ]),
  );
  return (
    <>
      <PageHeader
        title="Test clock"
        description="Pause time in test mode, then advance it to trigger renewals, trial ends and retries. A year takes seconds. Live mode is not affected."
        actions={
          <ButtonLink href="/docs/test-clock" size="small">
            API documentation
          </ButtonLink>
        }
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <ChangeNote of={at ? 'paused' : 'real'}>{at ? 'Clock paused.' : 'Test mode uses real time again.'}</ChangeNote>
        {!mayEdit && <Alert role="note">Only the store owner and admins can set the clock.</Alert>}
        {at ? (
          <CardSection title="Current test time" action={<ResetClock storeId={storeId} mayEdit={mayEdit} />}>
            <p className="text-xl font-semibold tracking-tight sm:text-2xl">
              <Time value={at} withZone />
            </p>
            <p className="mt-1 mb-5 text-sm text-muted">
              {nextDueAt ? (
                <>
                  Next event: <Time value={nextDueAt} />.
                </>
              ) : (
                'No upcoming events.'
              )}
            </p>
            <AdvanceClock
              storeId={storeId}
              at={at.toISOString()}
              steps={stepsFrom(at, nextDueAt)}
              advancingTo={latest && !latest.finishedAt ? latest.endsAt.toISOString() : null}
              mayEdit={mayEdit}
            />
          </CardSection>
        ) : (
          <CardSection
            title="Real time"
            description="When the clock is paused, purchases and cancellations in this store use the clock’s time, and nothing becomes due until you advance it."
          >
            <StartClock storeId={storeId} mayEdit={mayEdit} />
          </CardSection>
        )}
        {latest && timeline && (
          <CardSection
            title="Activity"
            description={
              <>
                From <Time value={latest.startsAt} /> to <Time value={latest.endsAt} />
              </>
            }
            flush
          >
            {timeline.entries.length === 0 ? (
              <EmptyState icon={Clock} title="No events">
                Renewals, retries, reminders, refunds, trial ends and expired checkouts appear here. Buy a subscription
                with a test card, then advance the clock by a month.
              </EmptyState>
            ) : (
              <ClockTimeline
                events={timeline.entries.map(({ id, at: when, summary, objectId }) => {
                  const name = orderNames.get(objectId);
                  return { id, at: when, summary, order: name === undefined ? null : { id: objectId, name } };
                })}
                total={timeline.total}
                base={base}
              />
            )}
          </CardSection>
        )}
      </div>
    </>
  );
}

const stepsFrom = (at: Date, nextDueAt: Date | null): ClockStep[] => [
  { label: '1 day', to: laterBy(at, 1, 'day').toISOString() },
  { label: '1 week', to: laterBy(at, 1, 'week').toISOString() },
  { label: '1 month', to: laterBy(at, 1, 'month').toISOString() },
  { label: '1 year', to: laterBy(at, 1, 'year').toISOString() },
  ...(nextDueAt ? [{ label: 'Next scheduled event', to: nextDueAt.toISOString() }] : []),
];
