import { ScrollText, SearchX } from 'lucide-react';
import type { Metadata } from 'next';
import { addressOf } from '#app/dashboard/list-address.ts';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { FirstRequest } from '#components/dashboard/requests/first-request.tsx';
import { type Filters, RequestFilters } from '#components/dashboard/requests/request-filters.tsx';
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

export default async function RequestsPage({ params, searchParams }: StorePageProps) {
  const account = await requireScope(params, '/requests');
  const { db, environment, store, base } = account;
  const { shown, filter, before } = await readFilters(searchParams);
  const rows = await listRequests(db, logScope(account), filter, { limit: pageSize + 1, after: before });
  const requests = rows.slice(0, pageSize);
  const href = `${base}/requests`;
  const isUnfiltered = before === undefined && Object.values(shown).every((value) => value === '');
  const isEmpty = requests.length === 0;
  return (
    <>
      {before === undefined && <AutoRefresh />}
      <PageHeader
        title="Request log"
        description="API calls from the last 30 days. Secrets and personal data are masked."
      />
      {!settings().requestLog && (
        <Alert tone="warning" className="mb-6" title="Request logging is off">
          The operator has set REQUEST_LOG=off. New calls are not logged.
        </Alert>
      )}
      <Card>
        {!(isEmpty && isUnfiltered) && <RequestFilters href={href} filters={shown} paths={loggedPaths()} />}
        {isEmpty && isUnfiltered && (
          <EmptyState icon={ScrollText} title="No calls yet">
            <FirstRequest
              appUrl={settings().appUrl}
              slug={store.slug}
              environment={environment}
              keysHref={`${base}/keys`}
            />
          </EmptyState>
        )}
        {isEmpty && !isUnfiltered && (
          <EmptyState
            icon={SearchX}
            title={before === undefined ? 'No calls match your filters' : 'No older calls'}
            action={<ButtonLink href={href}>Show all calls</ButtonLink>}
          >
            Calls are kept for 30 days. Test and live calls are listed separately. Each response includes its request ID
            in the X-Request-Id header.
          </EmptyState>
        )}
        {!isEmpty && <RequestTable requests={requests} base={base} />}
        <Pagination
          newest={before === undefined ? undefined : listUrl(href, shown)}
          older={rows.length > pageSize ? listUrl(href, shown, requests.at(-1)?.id) : undefined}
        />
      </Card>
    </>
  );
}

/** The list's URL with its filters and the cursor `before`. */
const listUrl = (href: string, { search, status, path }: Filters, before = '') =>
  addressOf(href, { q: search, status, call: path, before });
