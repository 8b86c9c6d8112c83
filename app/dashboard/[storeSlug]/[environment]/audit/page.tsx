import { Download, History } from 'lucide-react';
import type { Metadata } from 'next';
import { isFiltered } from '#app/dashboard/list-address.ts';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AuditFilters } from '#components/dashboard/audit/audit-filters.tsx';
import { AuditTable } from '#components/dashboard/audit/audit-table.tsx';
import { HowToCheck } from '#components/dashboard/audit/how-to-check.tsx';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { searchAudit } from '#server/events/data/audit-search.ts';
import { readActorNames } from '#server/events/data/audit-trail.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { entryLine } from './entry-line.ts';
import { MembersOnly } from './members-only.tsx';
import { actorChoices, auditScope, listUrl, objectChoices, readFilters } from './read-filters.ts';

export const metadata: Metadata = { title: 'Audit log' };

const pageSize = 50;

export default async function AuditPage({ params, searchParams }: StorePageProps) {
  const account = await requireScope(params, '/audit');
  const { db, readDb, store, base, merchant } = account;
  if (!mayUpdateStore(store.role)) return <MembersOnly />;
  const { shown, filter, before } = readFilters(await searchParams);
  const page = { limit: pageSize + 1, after: before };
  const found = await searchAudit(readDb, merchant.id, auditScope(account), filter, page);
  const rows = found ?? [];
  const entries = rows.slice(0, pageSize);
  const names = await readActorNames(db, store.id, entries);
  const href = `${base}/audit`;
  const last = rows.length > pageSize ? entries.at(-1)?.event.id : undefined;
  return (
    <>
      {/* A text search can scan the whole log, so it is not refreshed automatically. */}
      {found && before === undefined && shown.search === '' && <AutoRefresh />}
      <PageHeader
        title="Audit log"
        description="All changes made in the dashboard, by the API and by the system. The log is tamper-evident."
        actions={
          entries.length > 0 && (
            <>
              <ButtonLink href={listUrl(`${href}/export`, shown, { format: 'csv' })} download prefetch={false}>
                <Download className="size-4" aria-hidden />
                Export CSV
              </ButtonLink>
              <ButtonLink href={listUrl(`${href}/export`, shown, { format: 'jsonl' })} download prefetch={false}>
                <Download className="size-4" aria-hidden /> Export JSON Lines{' '}
              </ButtonLink>
            </>
          )
        }
      />
      <div className="flex flex-col gap-6">
        <Card>
          <PagedList
            href={href}
            noun="entries"
            filters={<AuditFilters href={href} filters={shown} actors={actorChoices} objects={objectChoices} />}
            isFiltered={isFiltered(shown)}
            isTimedOut={!found}
            isEmpty={entries.length === 0}
            icon={History}
            emptyState={{
              title: 'No entries yet',
              text: 'Changes to this store’s settings, products, orders and payments will appear here.',
            }}
            searchText="Search by the ID of a product, an order, a payment or a request, or by a changed value."
            narrowText="Choose a time range or an object type to narrow the search."
            newest={before === undefined ? undefined : listUrl(href, shown)}
            older={last && listUrl(href, shown, { before: last })}
          >
            <AuditTable lines={entries.map((entry) => entryLine(entry, names, base))} base={base} />
          </PagedList>
        </Card>
        <HowToCheck />
      </div>
    </>
  );
}
