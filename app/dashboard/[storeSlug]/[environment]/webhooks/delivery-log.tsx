import { SearchX, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PageSearch, requireScope } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { DeliveryFilters, type ShownDeliveryFilter } from '#components/dashboard/webhooks/delivery-filters.tsx';
import { DeliveryTable } from '#components/dashboard/webhooks/delivery-table.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, isUuid, toShortId } from '#server/domain/ids.ts';
import { listDeliveries } from '#server/webhooks/data/webhook-delivery-lists.ts';
import { deliveryStatuses } from '#server/webhooks/rules/webhook.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { readScopeOf } from './read-webhook.ts';

const pageSize = 25;
/** Nothing has it: an order that cannot be there has no deliveries. */
const noId = '00000000-0000-0000-0000-000000000000';

interface DeliveryLogProps {
  db: Awaited<ReturnType<typeof requireScope>>['db'];
  scope: { readonly storeId: string; readonly environment: Environment };
  base: string;
  search: Awaited<PageSearch>;
  /** Where the log is, below the store's address. */
  href: string;
  /** Of one webhook only. */
  webhookId?: string;
  /** What a delivery's receiver is called, by the webhook's id: where they are of several. */
  receivers?: ReadonlyMap<string, string>;
  /** What an empty log teaches. */
  children: ReactNode;
}

/** Deliveries with their filter, newest first; the first page is kept up to date. */
export async function DeliveryLog({ db, scope, base, search, href, webhookId, receivers, children }: DeliveryLogProps) {
  const { shown, filter, before } = readFilter(search);
  const reading = readScopeOf(scope);
  const ofWebhook = webhookId === undefined ? {} : { webhookId: { eq: webhookId } };
  // The cursor may be of somebody else's, or long gone.
  const [last] =
    before === undefined
      ? []
      : await listDeliveries(db, reading, { filter: { id: { eq: before } }, page: { ...newestFirst, limit: 1 } });
  const rows = await listDeliveries(db, reading, {
    filter: { ...filter, ...ofWebhook },
    page: { ...newestFirst, limit: pageSize + 1, after: last?.id },
  });
  const deliveries = rows.slice(0, pageSize);
  const isWhole = !last && Object.values(shown).every((value) => value === '');
  const isEmpty = deliveries.length === 0;
  return (
    <>
      {!last && <AutoRefresh everySeconds={3} />}
      {!(isEmpty && isWhole) && <DeliveryFilters href={href} filter={shown} />}
      {isEmpty && isWhole && (
        <EmptyState icon={Send} title="Nothing sent yet">
          {children}
        </EmptyState>
      )}
      {isEmpty && !isWhole && (
        <EmptyState
          icon={SearchX}
          title={last ? 'No older deliveries' : 'No delivery matches'}
          action={<ButtonLink href={href}>Show all deliveries</ButtonLink>}
        >
          Deliveries are kept for 30 days, those of test and prod apart.
        </EmptyState>
      )}
      {!isEmpty && (
        <DeliveryTable
          deliveries={deliveries.map((delivery) => ({
            id: delivery.id,
            eventType: delivery.eventType,
            orderId: delivery.eventId && toShortId('ORD', delivery.objectId),
            status: delivery.status,
            attempts: delivery.attempts,
            lastStatus: delivery.lastStatus,
            lastError: delivery.lastError,
            nextAttemptAt: delivery.nextAttemptAt,
            createdAt: delivery.createdAt,
            receiver: receivers ? (receivers.get(delivery.webhookId) ?? 'Removed since') : null,
          }))}
          base={base}
        />
      )}
      <Pagination
        newest={last && addressOf(href, shown)}
        older={rows.length > pageSize ? addressOf(href, shown, deliveries.at(-1)?.id) : undefined}
      />
    </>
  );
}

const newestFirst = { sort: 'createdAt', direction: 'desc' } as const;

/** The filter in the page's address, as it is shown and as it is asked for. What means nothing is no filter. */
function readFilter(search: Awaited<PageSearch>) {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' ? value.trim().slice(0, 100).replaceAll('\0', '') : '';
  };
  const known = (value: string, values: readonly string[]) => (values.includes(value) ? value : '');
  const shown: ShownDeliveryFilter = {
    status: known(text('status'), deliveryStatuses),
    event: known(text('event'), webhookEvents),
    order: text('order'),
  };
  const filter = {
    ...(shown.status && { status: { eq: shown.status } }),
    ...(shown.event && { eventType: { eq: shown.event } }),
    ...(shown.order && { orderId: { eq: fromShortId('ORD', shown.order) ?? noId } }),
  };
  return { shown, filter, before: isUuid(text('before')) ? text('before') : undefined };
}

/** The log's address with its filter, from the deliveries before that one. */
function addressOf(href: string, shown: ShownDeliveryFilter, before = '') {
  const wanted = Object.entries({ ...shown, before }).filter(([, value]) => value !== '');
  return wanted.length === 0 ? href : `${href}?${new URLSearchParams(wanted)}`;
}
