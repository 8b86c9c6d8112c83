import { Download, History, SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { type PageSearch, requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { AuditFilters } from '#components/dashboard/audit/audit-filters.tsx';
import { AuditTable } from '#components/dashboard/audit/audit-table.tsx';
import { HowToCheck } from '#components/dashboard/audit/how-to-check.tsx';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { searchAudit } from '#server/events/data/audit-search.ts';
import { readActorNames } from '#server/events/data/audit-trail.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';
import { entryLine } from './entry-line.ts';
import { MembersOnly } from './members-only.tsx';
import { aboutChoices, actorChoices, addressOf, auditScope, readFilters } from './read-filters.ts';
import { TookTooLong } from './took-too-long.tsx';

export const metadata: Metadata = { title: 'Audit log' };

const pageSize = 50;

export default async function AuditPage({
  params,
  searchParams,
}: {
  params: Promise<ScopeParams>;
  searchParams: PageSearch;
}) {
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
  const isWhole = before === undefined && Object.values(shown).every((value) => value === '');
  return (
    <>
      {/* A search may read all there is: it is not repeated by itself. */}
      {found && before === undefined && shown.search === '' && <AutoRefresh />}
      <PageHeader
        title="Audit log"
        description="Who changed what, when and from where, whichever way they came. Nothing in it can be altered or removed unnoticed."
        actions={
          entries.length > 0 && (
            <>
              <ButtonLink href={addressOf(`${href}/export`, shown, { format: 'csv' })} download prefetch={false}>
                <Download className="size-4" aria-hidden />
                Export as CSV
              </ButtonLink>
              <ButtonLink href={addressOf(`${href}/export`, shown, { format: 'jsonl' })} download prefetch={false}>
                <Download className="size-4" aria-hidden />
                JSON Lines
              </ButtonLink>
            </>
          )
        }
      />
      <div className="flex flex-col gap-6">
        <Card>
          {!(isWhole && found?.length === 0) && (
            <AuditFilters href={href} filters={shown} actors={actorChoices} abouts={aboutChoices} />
          )}
          {entries.length > 0 && (
            <AuditTable lines={entries.map((entry) => entryLine(entry, names, base))} base={base} />
          )}
          {!found && <TookTooLong />}
          {found && entries.length === 0 && isWhole && (
            <EmptyState icon={History} title="Nothing happened here yet">
              Every change to this store’s settings, products, orders and payments in this environment will stand here.
            </EmptyState>
          )}
          {found && entries.length === 0 && !isWhole && (
            <EmptyState
              icon={SearchX}
              title={before === undefined ? 'No entry matches' : 'No older entries'}
              action={<ButtonLink href={href}>Show all entries</ButtonLink>}
            >
              Search for an id, short or not, of anything: a product, an order, a payment, a request. Or for words that
              were set.
            </EmptyState>
          )}
          <Pagination
            newest={before === undefined ? undefined : addressOf(href, shown)}
            older={last && addressOf(href, shown, { before: last })}
          />
        </Card>
        <HowToCheck />
      </div>
    </>
  );
}
