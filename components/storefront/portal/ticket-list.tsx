import { Badge } from '#components/ui/badge.tsx';
import type { TicketLine } from '#server/storefront/portal/order-view.ts';
import { useSay } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { usePortalAddress } from './use-portal-address.ts';

/** The buyer's refund requests with their outcomes. Renders nothing if there are none. */
export function TicketList({ orderId, tickets }: { orderId: string; tickets: readonly TicketLine[] }) {
  const say = useSay();
  const address = usePortalAddress();
  if (tickets.length === 0) return null;
  return (
    <Sheet className="overflow-hidden p-0! sm:p-0!">
      <h2 className="px-5 pt-5 pb-3 font-semibold sm:px-7">{say('portal.tickets.title')}</h2>
      <ul className="divide-y divide-border border-t border-border">
        {tickets.map(({ id, amount, date, reason, status, tone, answer, canAskAgain }) => (
          <li key={id} className="flex flex-col gap-1.5 px-5 py-3 text-sm sm:px-7">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span id={`${id}-line`} className="tabular-nums">
                {say('portal.tickets.line', { amount, date })}
              </span>
              <Badge tone={tone}>{status}</Badge>
            </div>
            <p dir="auto" className="break-words whitespace-pre-line text-muted">
              {reason}
            </p>
            {answer && (
              <div className="mt-1 border-s-2 border-border ps-3">
                <p className="font-medium">{say('portal.tickets.answer')}</p>
                <p dir="auto" className="break-words whitespace-pre-line">
                  {answer}
                </p>
              </div>
            )}
            {canAskAgain && (
              <a
                href={address(`/orders/${orderId}/refund`, { ticket: id })}
                id={`${id}-again`}
                aria-labelledby={`${id}-again ${id}-line`}
                className="inline-flex min-h-11 items-center self-start text-link underline underline-offset-2"
              >
                {say('portal.tickets.again')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
