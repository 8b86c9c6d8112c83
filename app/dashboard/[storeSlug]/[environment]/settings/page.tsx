import type { Metadata } from 'next';
import { Suspense } from 'react';
import { readProvider, requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { roleWords } from '#components/actions/role-words.ts';
import { DangerZone } from '#components/dashboard/settings/danger-zone.tsx';
import { LivePayments } from '#components/dashboard/settings/live-payments.tsx';
import { StoreForm } from '#components/dashboard/settings/store-form.tsx';
import { Suspended } from '#components/dashboard/suspended.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '#components/ui/definition-list.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';
import { Time } from '#components/ui/time.tsx';
import { countDeletionBlockers } from '#server/billing/store-deletion.ts';
import { toShortId } from '#server/domain/ids.ts';
import { settings } from '#server/platform/settings.ts';
import { may, mayUpdateStore } from '#server/stores/rules/roles.ts';
import { deletionBlockers, maxBlockersShown } from '#server/stores/rules/store-deletion.ts';
import { readSuspension } from '#server/stores/suspensions.ts';

export const metadata: Metadata = { title: 'Settings' };

const sells = { stripe: 'Yes', sandbox: 'Demonstrations only', none: 'No: no payment provider' } as const;

export default async function SettingsPage({ params }: { params: Promise<ScopeParams> }) {
  const found = await requireScope(params, '/settings');
  const { store, environment, base } = found;
  const { name, status, supportEmail, website, logo } = store;
  const [provider, suspension] = await Promise.all([
    readProvider({ db: found.db, scope: { storeId: store.id, environment: 'prod' } }),
    readSuspension(found.db, store),
  ]);
  return (
    <>
      <PageHeader title="Settings" description="They hold for both environments." />
      {suspension && (
        <div className="mb-6">
          <Suspended {...suspension} />
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <CardSection title="Store">
          <StoreForm
            environment={environment}
            mayEdit={mayUpdateStore(store.role)}
            store={{ id: toShortId('STO', store.id), name, status, supportEmail, website, logo }}
          />
        </CardSection>
        <CardSection title="For your code" description="What calls of the API name this store by.">
          <div className="flex flex-col gap-4 text-sm">
            <div className="flex flex-col gap-1.5">
              <p className="text-muted">Store id</p>
              <CopyField value={toShortId('STO', store.id)} what="store id" />
            </div>
            <div className="flex flex-col gap-1.5">
              <p className="text-muted">Slug, for the header X-Store-Slug</p>
              <CopyField value={store.slug} what="slug" />
            </div>
            <DefinitionList>
              <Definition term="Sells in prod">
                {suspension ? (
                  'No: suspended by the operator'
                ) : store.prodEnabled ? (
                  sells[provider ?? 'none']
                ) : (
                  <Link href={`${base}/verification`} className="text-link underline">
                    Not yet: business verification
                  </Link>
                )}
              </Definition>
              <Definition term="Your role">{roleWords[store.role]}</Definition>
              <Definition term="Opened">
                <Time value={store.createdAt} dateOnly />
              </Definition>
            </DefinitionList>
          </div>
        </CardSection>
      </div>
      <div className="mt-6 flex flex-col gap-6 lg:pe-[23.5rem]">
        <LivePayments provider={provider} webhookUrl={`${settings().appUrl}/v1/payment-webhooks/stripe`} />
        <Suspense fallback={<DangerSkeleton />}>
          <Danger found={found} />
        </Suspense>
      </div>
    </>
  );
}

/** What is still in use is counted while the rest of the page is there already: a large store has much to count. */
async function Danger({
  found: { db, store, environment, base },
}: {
  found: Awaited<ReturnType<typeof requireScope>>;
}) {
  const isOwner = may(store.role, 'deleteStore');
  const counts = isOwner ? await countDeletionBlockers(db, store.id, maxBlockersShown + 1) : undefined;
  const blockers = deletionBlockers.flatMap(({ reason }) => {
    const count = counts?.[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
  return (
    <DangerZone
      store={{ id: toShortId('STO', store.id), name: store.name }}
      environment={environment}
      isOwner={isOwner}
      blockers={blockers}
      maxShown={maxBlockersShown}
      base={base}
    />
  );
}

const DangerSkeleton = () => (
  <Loading what="what is still in use">
    <Skeleton className="h-56 w-full rounded-card" />
  </Loading>
);
