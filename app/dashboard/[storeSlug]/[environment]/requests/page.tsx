import { ScrollText } from 'lucide-react';
import type { Metadata } from 'next';
import { addressOf, isFiltered } from '#app/dashboard/list-address.ts';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { FirstRequest } from '#components/dashboard/requests/first-request.tsx';
import { type Filters, RequestFilters } from '#components/dashboard/requests/request-filters.tsx';
import { RequestTable } from '#components/dashboard/requests/request-table.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
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
        <PagedList
          href={href}
          noun="calls"
          filters={<RequestFilters href={href} filters={shown} paths={loggedPaths()} />}
          isFiltered={isFiltered(shown)}
          isEmpty={requests.length === 0}
          icon={ScrollText}
          emptyState={{
            title: 'No calls yet',
            text: (
              <FirstRequest
                appUrl={settings().appUrl}
                slug={store.slug}
                environment={environment}
                keysHref={`${base}/keys`}
              />
            ),
          }}
          searchText="Calls are kept for 30 days. Test and live calls are listed separately. Each response includes its request ID in the X-Request-Id header."
          newest={before === undefined ? undefined : listUrl(href, shown)}
          older={rows.length > pageSize ? listUrl(href, shown, requests.at(-1)?.id) : undefined}
        >
          <RequestTable requests={requests} base={base} />
        </PagedList>
      </Card>
    </>
  );
}

/** The list's URL with its filters and the cursor `before`. */
const listUrl = (href: string, { search, status, path }: Filters, before = '') =>
  addressOf(href, { q: search, status, call: path, before });
