import { Undo2 } from 'lucide-react';
import type { Metadata } from 'next';
import { readPageNumber, requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { RequestCard } from '#components/dashboard/refunds/request-card.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { countOpenTickets, listTicketQueue } from '#server/billing/refunds/refund-tickets.ts';
import { requestEntry } from '../request-entry.ts';

export const metadata: Metadata = { title: 'Refund requests' };

const pageSize = 25;

export default async function RefundRequestsPage({ params, searchParams }: StorePageProps) {
  const { db, environment, store, scope, base } = await requireScope(params, '/refund-requests');
  const page = await readPageNumber(searchParams);
  const [rows, openCount] = await Promise.all([
    listTicketQueue(db, scope, { limit: pageSize + 1, offset: (page - 1) * pageSize }),
    countOpenTickets(db, scope),
  ]);
  const href = `${base}/refund-requests`;
  return (
    <>
      <AutoRefresh />
      <PageHeader
        title="Refund requests"
        description="Oldest open requests first. Customers are emailed each decision."
      />
      <p role="status" className="mb-4 text-sm text-muted empty:hidden">
        {openCount > 0 && `${openCount} open`}
      </p>
      {rows.length === 0 ? (
        <Card>
          <EmptyState
            icon={Undo2}
            title={page > 1 ? 'No more requests' : 'No refund requests'}
            action={
              page > 1 ? (
                <ButtonLink href={href}>Go to first page</ButtonLink>
              ) : (
                <ButtonLink href={`${base}/orders`}>Go to orders</ButtonLink>
              )
            }
          >
            Customers request refunds in the portal at <code className="break-all">/{store.slug}/portal</code>, or on
            your site through <code>refund-ticket/create-ticket</code>. You can also refund any payment from its order
            page.
          </EmptyState>
        </Card>
      ) : (
        <ul className="flex flex-col gap-4">
          {rows.slice(0, pageSize).map((row) => (
            <li key={row.ticket.id}>
              <RequestCard request={requestEntry(row, base)} environment={environment} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        newer={page > 1 ? `${href}?page=${page - 1}` : undefined}
        older={rows.length > pageSize ? `${href}?page=${page + 1}` : undefined}
      />
    </>
  );
}
