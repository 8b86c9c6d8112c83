import { type ReactNode, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { OrderView } from '#server/storefront/portal/order-view.ts';
import { usePage, useSay } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { BackLink } from './back-link.tsx';
import { FocusedNote } from './focused-note.tsx';
import { ManageOrder } from './manage-order.tsx';
import { PaymentList } from './payment-list.tsx';
import { TicketList } from './ticket-list.tsx';
import { usePortalAddress } from './use-portal-address.ts';

/** The action that was just completed. */
export type CompletedAction = 'card' | 'refund' | 'canceled' | 'kept' | 'reactivated';

/** Actions that the order's status reports. */
const reported = ['canceled', 'kept'] as const;
type Reported = (typeof reported)[number];
const isReported = (action: CompletedAction): action is Reported => reported.some((each) => each === action);

/** One order: status, next charge, payments, refund requests and actions. */
export function OrderPage({ view, completed }: { view: OrderView; completed: 'card' | 'refund' | null }) {
  const say = useSay();
  const address = usePortalAddress();
  const [latest, setLatest] = useState<CompletedAction | null>(completed);
  const facts = [
    [say('portal.order.price'), view.price],
    [say('portal.order.boughtOn'), view.orderedOn],
    ...(view.card ? [[say('portal.order.paysWith'), view.card]] : []),
    ...(view.credit ? [[say('portal.credit'), view.credit]] : []),
  ];
  return (
    <>
      <BackLink href={address()}>{say('portal.back')}</BackLink>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-2xl font-semibold tracking-tight break-words">
          <bdi>{view.productName}</bdi>
        </h1>
        <Badge tone={view.tone}>{view.status}</Badge>
        {view.refund && <Badge tone="neutral">{view.refund}</Badge>}
      </div>
      {latest && !isReported(latest) && <CompletedNotice completed={latest} />}
      <div className="grid grid-cols-1 items-start gap-6 min-[60rem]:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <Sheet className="flex flex-col gap-5">
            {latest && isReported(latest) ? (
              <Done name={latest}>{view.next}</Done>
            ) : (
              <p className="text-lg text-pretty">{view.next}</p>
            )}
            {view.newOrder && (
              <a
                href={address(`/orders/${view.newOrder.id}`)}
                className="inline-flex min-h-11 items-center self-start break-words text-link underline underline-offset-2"
              >
                <bdi>{view.newOrder.productName}</bdi>
              </a>
            )}
            <ManageOrder view={view} onDone={setLatest} />
          </Sheet>
          <PaymentList orderId={view.id} payments={view.payments} />
          <TicketList orderId={view.id} tickets={view.tickets} />
        </div>
        <Sheet>
          <h2 className="mb-3 font-semibold">{say('portal.order.details')}</h2>
          <dl className="flex flex-col gap-3 text-sm">
            {facts.map(([term, value]) => (
              <div key={term}>
                <dt className="text-muted">{term}</dt>
                <dd className="break-words tabular-nums">{value}</dd>
              </div>
            ))}
            <div>
              <dt className="text-muted">{say('portal.order.number')}</dt>
              <dd className="font-mono text-xs break-all" dir="ltr">
                <span className="rtl:block rtl:text-right">{view.id}</span>
              </dd>
            </div>
          </dl>
        </Sheet>
      </div>
    </>
  );
}

/** The message above the order. */
function CompletedNotice({ completed }: { completed: Exclude<CompletedAction, Reported> }) {
  const { say, page } = usePage();
  const sentences: Readonly<Record<typeof completed, string>> = {
    card: say('portal.card.done'),
    refund: say('portal.refund.done', { store: page.store?.name ?? '' }),
    reactivated: say('portal.reactivate.done'),
  };
  return (
    <div className="mb-5">
      <Done name={completed}>{sentences[completed]}</Done>
    </div>
  );
}

const Done = ({ name, children }: { name: CompletedAction; children: ReactNode }) => (
  <FocusedNote name={name} className="rounded-control">
    <Alert tone="success">{children}</Alert>
  </FocusedNote>
);
