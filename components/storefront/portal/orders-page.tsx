import { ChevronRight, ShoppingBag } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { OrderLine, OrdersView } from '#server/storefront/portal/orders-view.ts';
import { usePage } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { OrderPages } from './order-pages.tsx';
import { usePortalAddress } from './use-portal-address.ts';

/** The buyer's orders: live subscriptions first, then all others, newest first. */
export function OrdersPage({ view: { subscriptions, others, page, pages } }: { view: OrdersView }) {
  const { say, page: hosted } = usePage();
  const hasNone = subscriptions.length + others.length === 0;
  return (
    <>
      <h1 className="mb-5 text-2xl font-semibold tracking-tight">{say('portal.title')}</h1>
      {hasNone && (
        <Sheet>
          <EmptyState icon={ShoppingBag} title={say('portal.orders.none.title')}>
            <p>{say('portal.orders.none.text', { store: hosted.store?.name ?? '' })}</p>
          </EmptyState>
        </Sheet>
      )}
      <div className="flex flex-col gap-8">
        <OrderList id="subscriptions" title={say('portal.orders.subscriptions')} lines={subscriptions} />
        <OrderList id="others" title={say('portal.orders.others')} lines={others} />
      </div>
      <OrderPages page={page} pages={pages} />
    </>
  );
}

function OrderList({ id, title, lines }: { id: string; title: string; lines: readonly OrderLine[] }) {
  const address = usePortalAddress();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 font-semibold">
        {title}
      </h2>
      <Sheet className="overflow-hidden p-0! sm:p-0!">
        <ul className="divide-y divide-border">
          {lines.map((line) => (
            <li key={line.id}>
              <a
                href={address(`/orders/${line.id}`)}
                className="flex items-center gap-3 px-5 py-4 -outline-offset-2 hover:bg-sunken sm:gap-6 sm:px-7"
              >
                <span className="flex min-w-0 grow flex-col gap-1">
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <bdi className="min-w-0 font-medium break-words">{line.productName}</bdi>
                    <Badge tone={line.tone}>{line.status}</Badge>
                    {line.refund && <Badge tone="neutral">{line.refund}</Badge>}
                  </span>
                  <span className="text-sm text-muted">{line.next}</span>
                  <span className="text-sm tabular-nums sm:hidden">{line.price}</span>
                </span>
                <span className="shrink-0 text-end text-sm tabular-nums max-sm:hidden">{line.price}</span>
                <ChevronRight className="size-4 shrink-0 text-muted rtl:rotate-180" aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      </Sheet>
    </section>
  );
}
