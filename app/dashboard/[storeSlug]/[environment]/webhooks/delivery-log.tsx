import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { addressOf, isFiltered, textOf } from '#app/dashboard/list-address.ts';
import type { PageSearch, requireScope } from '#app/dashboard/scope.ts';
import { AutoRefresh } from '#components/dashboard/auto-refresh.tsx';
import { PagedList } from '#components/dashboard/lists/paged-list.tsx';
import { DeliveryFilters, type ShownDeliveryFilter } from '#components/dashboard/webhooks/delivery-filters.tsx';
import { DeliveryTable } from '#components/dashboard/webhooks/delivery-table.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { fromShortId, isUuid, toShortId } from '#server/domain/ids.ts';
import type { StoreScope } from '#server/platform/data/merchant-scope.ts';
import { listDeliveries } from '#server/webhooks/data/webhook-delivery-lists.ts';
import { deliveryStatuses } from '#server/webhooks/rules/webhook.ts';
import { webhookEvents } from '#server/webhooks/rules/webhook-events.ts';
import { readScopeOf } from './read-webhook.ts';

const pageSize = 25;
/** Matches no order: used when the filter's order ID is malformed. */
const unmatchedId = '00000000-0000-0000-0000-000000000000';

interface DeliveryLogProps {
  db: Awaited<ReturnType<typeof requireScope>>['db'];
  scope: StoreScope & { readonly environment: Environment };
  base: string;
  search: Awaited<PageSearch>;
  /** The log's path. */
  href: string;
  /** Limits the log to one webhook. */
  webhookId?: string;
  /** Receiver names by webhook ID, for a log of several webhooks. */
  receivers?: ReadonlyMap<string, string>;
  /** The text of an empty log. */
  children: ReactNode;
}

/** A filtered list of deliveries, newest first. The first page refreshes automatically. */
export async function DeliveryLog({ db, scope, base, search, href, webhookId, receivers, children }: DeliveryLogProps) {
  const { shown, filter, before } = readFilter(search);
  const readScope = readScopeOf(scope);
  const webhookFilter = webhookId === undefined ? {} : { webhookId: { eq: webhookId } };
  // The cursor comes from the URL: it may be stale or belong to another store.
  const [cursor] =
    before === undefined
      ? []
      : await listDeliveries(db, readScope, { filter: { id: { eq: before } }, page: { ...newestFirst, limit: 1 } });
  const rows = await listDeliveries(db, readScope, {
    filter: { ...filter, ...webhookFilter },
    page: { ...newestFirst, limit: pageSize + 1, after: cursor?.id },
  });
  const deliveries = rows.slice(0, pageSize);
  return (
    <>
      {!cursor && <AutoRefresh everySeconds={3} />}
      <PagedList
        href={href}
        noun="deliveries"
        filters={<DeliveryFilters href={href} filter={shown} />}
        isFiltered={isFiltered(shown)}
        isEmpty={deliveries.length === 0}
        icon={Send}
        emptyState={{ title: 'No deliveries yet', text: children }}
        searchText="Deliveries are kept for 30 days. Test and live deliveries are listed separately."
        newest={cursor && logUrl(href, shown)}
        older={rows.length > pageSize ? logUrl(href, shown, deliveries.at(-1)?.id) : undefined}
      >
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
            receiver: receivers ? (receivers.get(delivery.webhookId) ?? 'Removed webhook') : null,
          }))}
          base={base}
        />
      </PagedList>
    </>
  );
}

const newestFirst = { sort: 'createdAt', direction: 'desc' } as const;

/** Reads the filters from the page's URL, for display and for the query. Invalid values are ignored. */
function readFilter(search: Awaited<PageSearch>) {
  const text = (name: string) => textOf(search, name);
  const known = (value: string, values: readonly string[]) => (values.includes(value) ? value : '');
  const shown: ShownDeliveryFilter = {
    status: known(text('status'), deliveryStatuses),
    event: known(text('event'), webhookEvents),
    order: text('order'),
  };
  const filter = {
    ...(shown.status && { status: { eq: shown.status } }),
    ...(shown.event && { eventType: { eq: shown.event } }),
    ...(shown.order && { orderId: { eq: fromShortId('ORD', shown.order) ?? unmatchedId } }),
  };
  return { shown, filter, before: isUuid(text('before')) ? text('before') : undefined };
}

/** The log's URL with its filters and the cursor `before`. */
const logUrl = (href: string, shown: ShownDeliveryFilter, before = '') => addressOf(href, { ...shown, before });
