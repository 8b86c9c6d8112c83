import { ScrollText, SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { type PageSearch, requireScope, type ScopeParams } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { FirstRequest } from '#components/dashboard/requests/first-request.tsx';
import { RequestFilters } from '#components/dashboard/requests/request-filters.tsx';
import { RequestTable } from '#components/dashboard/requests/request-table.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { listRequests } from '#server/api/data/request-log.ts';
import { loggedPaths } from '#server/api/request-log.ts';
import { settings } from '#server/platform/settings.ts';
import { logScope, readFilters } from './read-filters.ts';

export const metadata: Metadata = { title: 'Request log' };

const pageSize = 50;

export default async function RequestsPage({
  params,
  searchParams,
}: {
  params: Promise<ScopeParams>;
  searchParams: PageSearch;
}) {
  const account = await requireScope(params, '/requests');
  const { db, environment, store, base } = account;
  const { shown, filter, before } = await readFilters(searchParams);
  const rows = await listRequests(db, logScope(account), filter, { limit: pageSize + 1, after: before });
  const requests = rows.slice(0, pageSize);
  const href = `${base}/requests`;
  const isWhole = before === undefined && Object.values(shown).every((value) => value === '');
  const isEmpty = requests.length === 0;
  return (
    <>
      {before === undefined && <AutoRefresh />}
      <PageHeader
        title="Request log"
        description="The API calls of the last 30 days, without secrets and personal data."
      />
      {!settings().requestLog && (
        <Alert tone="warning" className="mb-6" title="The request log is switched off">
          Whoever runs this service has set REQUEST_LOG=off; new calls are not kept.
        </Alert>
      )}
      <Card>
        {!(isEmpty && isWhole) && <RequestFilters href={href} filters={shown} paths={loggedPaths()} />}
        {isEmpty && isWhole && (
          <EmptyState icon={ScrollText} title="No calls yet">
            <FirstRequest
              appUrl={settings().appUrl}
              slug={store.slug}
              environment={environment}
              keysHref={`${base}/keys`}
            />
          </EmptyState>
        )}
        {isEmpty && !isWhole && (
          <EmptyState
            icon={SearchX}
            title={before === undefined ? 'No call matches' : 'No older calls'}
            action={<ButtonLink href={href}>Show all calls</ButtonLink>}
          >
            Calls are kept for 30 days, those of test and prod apart. Every answer carries its id in the header
            X-Request-Id.
          </EmptyState>
        )}
        {!isEmpty && <RequestTable requests={requests} base={base} />}
        <Pagination
          newest={before === undefined ? undefined : addressOf(href, shown)}
          older={rows.length > pageSize ? addressOf(href, shown, requests.at(-1)?.id) : undefined}
        />
      </Card>
    </>
  );
}

/** The list's address with its filter, from the calls before that one. */
function addressOf(href: string, { search, status, path }: Record<'search' | 'status' | 'path', string>, before = '') {
  const wanted = Object.entries({ q: search, status, call: path, before }).filter(([, value]) => value !== '');
  return wanted.length === 0 ? href : `${href}?${new URLSearchParams(wanted)}`;
}
