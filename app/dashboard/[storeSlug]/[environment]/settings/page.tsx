import type { Metadata } from 'next';
import { Suspense } from 'react';
import { readProvider, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
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
import { scopeOfStore } from '#server/platform/data/merchant-scope.ts';
import { settings } from '#server/platform/settings.ts';
import { may, mayUpdateStore } from '#server/stores/rules/roles.ts';
import { deletionBlockers, maxBlockersShown } from '#server/stores/rules/store-deletion.ts';
import { readSuspension } from '#server/stores/suspensions.ts';

export const metadata: Metadata = { title: 'Settings' };

const liveSales = { stripe: 'Enabled', sandbox: 'Sandbox only', none: 'Disabled (no payment provider)' } as const;

export default async function SettingsPage({ params }: StorePageProps) {
  const account = await requireScope(params, '/settings');
  const { store, environment, base } = account;
  const { name, status, supportEmail, website, logo } = store;
  const [provider, suspension] = await Promise.all([
    readProvider({ db: account.db, scope: { ...scopeOfStore(store), environment: 'prod' } }),
    readSuspension(account.db, store),
  ]);
  return (
    <>
      <PageHeader title="Settings" description="Applies to test and live." />
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
        <CardSection title="API identifiers" description="Identifiers for API requests.">
          <div className="flex flex-col gap-4 text-sm">
            <div className="flex flex-col gap-1.5">
              <p className="text-muted">Store ID</p>
              <CopyField value={toShortId('STO', store.id)} label="store ID" />
            </div>
            <div className="flex flex-col gap-1.5">
              <p className="text-muted">Slug for the X-Store-Slug header</p>
              <CopyField value={store.slug} label="slug" />
            </div>
            <DefinitionList>
              <Definition term="Live sales">
                {suspension ? (
                  'Disabled (suspended by the operator)'
                ) : store.prodEnabled ? (
                  liveSales[provider ?? 'none']
                ) : (
                  <Link href={`${base}/verification`} className="text-link underline">
                    Verification required
                  </Link>
                )}
              </Definition>
              <Definition term="Your role">{roleWords[store.role]}</Definition>
              <Definition term="Created">
                <Time value={store.createdAt} dateOnly />
              </Definition>
            </DefinitionList>
          </div>
        </CardSection>
      </div>
      <div className="mt-6 flex flex-col gap-6 lg:pe-[23.5rem]">
        <LivePayments provider={provider} webhookUrl={`${settings().appUrl}/v1/payment-webhooks/stripe`} />
        <Suspense fallback={<DangerSkeleton />}>
          <Danger account={account} />
        </Suspense>
      </div>
    </>
  );
}

/** Streams separately: counting what blocks a deletion is slow for a large store. */
async function Danger({
  account: { db, store, environment, base },
}: {
  account: Awaited<ReturnType<typeof requireScope>>;
}) {
  const isOwner = may(store.role, 'deleteStore');
  const counts = isOwner ? await countDeletionBlockers(db, scopeOfStore(store), maxBlockersShown + 1) : undefined;
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
  <Loading label="danger zone">
    <Skeleton className="h-56 w-full rounded-card" />
  </Loading>
);
