import { Mail } from 'lucide-react';
import type { Metadata } from 'next';
import { addressOf, isFiltered } from '#app/dashboard/list-address.ts';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { EmailFilters, type Filters } from '#components/dashboard/emails/email-filters.tsx';
import { EmailTable } from '#components/dashboard/emails/email-table.tsx';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { Card } from '#components/ui/card.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { listStoreEmails } from '#server/emails/email-deliveries.ts';
import { settings } from '#server/platform/settings.ts';
import { readFilters } from './read-filters.ts';

export const metadata: Metadata = { title: 'Emails' };

const pageSize = 50;

export default async function EmailsPage({ params, searchParams }: StorePageProps) {
  const { db, environment, scope, base } = await requireScope(params, '/emails');
  const { shown, filter, before } = await readFilters(searchParams);
  const rows = await listStoreEmails(db, scope, filter, { limit: pageSize + 1, after: before });
  const emails = rows.slice(0, pageSize);
  const href = `${base}/emails`;
  return (
    <>
      {before === undefined && <AutoRefresh />}
      <PageHeader
        title="Emails"
        description={
          environment === 'test'
            ? 'All test-mode emails. They are delivered to team members only. Notifications are not sent while a test clock is set.'
            : 'All emails sent to your customers and to you, with their delivery status.'
        }
      />
      {settings().smtpUrl === undefined && (
        <Alert tone="warning" role="note" title="No mail server" className="mb-6">
          Emails are listed here but not delivered. The operator can set up a mail server with SMTP_URL.
        </Alert>
      )}
      <Card>
        <PagedList
          href={href}
          noun="emails"
          filters={<EmailFilters href={href} filters={shown} />}
          isFiltered={isFiltered(shown)}
          isEmpty={emails.length === 0}
          icon={Mail}
          emptyState={{ title: 'No emails yet', text: 'Emails to your customers and to you will appear here.' }}
          searchText="Test and live emails are listed separately."
          newest={before === undefined ? undefined : listUrl(href, shown)}
          older={rows.length > pageSize ? listUrl(href, shown, emails.at(-1)?.id) : undefined}
        >
          <EmailTable emails={emails} base={base} />
        </PagedList>
      </Card>
    </>
  );
}

/** The list's URL with its filters and the cursor `before`. */
const listUrl = (href: string, { search, ...others }: Filters, before = '') =>
  addressOf(href, { q: search, ...others, before });
