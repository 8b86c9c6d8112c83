import { Badge } from '#components/ui/badge.tsx';
import type { PaymentLine } from '#server/storefront/portal/order-view.ts';
import { useSay } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { usePortalAddress } from './use-portal-address.ts';

const linkClass = 'inline-flex min-h-11 items-center text-link underline underline-offset-2';

/** All payments, newest first, including failed ones. */
export function PaymentList({ orderId, payments }: { orderId: string; payments: readonly PaymentLine[] }) {
  const say = useSay();
  const address = usePortalAddress();
  return (
    <Sheet className="overflow-hidden p-0! sm:p-0!">
      <h2 className="px-5 pt-5 pb-3 font-semibold sm:px-7">{say('portal.payments.title')}</h2>
      {payments.length === 0 && <p className="px-5 pb-5 text-sm text-muted sm:px-7">{say('portal.payments.none')}</p>}
      <ul className="divide-y divide-border border-t border-border empty:hidden">
        {payments.map(({ id, amount, date, method, status, tone, credit, credited, failure, ...line }) => (
          <li key={id} className="flex flex-col gap-1 px-5 py-3 text-sm sm:px-7">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span id={`${id}-amount`} className="font-medium tabular-nums">
                {amount}
              </span>
              <Badge tone={tone}>{status}</Badge>
              <span id={`${id}-date`} className="text-muted tabular-nums sm:ms-auto">
                {date}
              </span>
            </div>
            {credit && <p className="tabular-nums">{credit}</p>}
            {method && <p className="text-muted tabular-nums">{method}</p>}
            {failure && <p>{failure}</p>}
            {credited && <p>{credited}</p>}
            {line.refunds.map((refund) => (
              <p key={refund.id}>{refund.text}</p>
            ))}
            {(line.hasReceipt || line.canAskRefund) && (
              <div className="flex flex-wrap gap-x-5">
                {line.hasReceipt && (
                  <a
                    href={address(`/receipts/${id}`)}
                    id={`${id}-receipt`}
                    aria-labelledby={`${id}-receipt ${id}-amount ${id}-date`}
                    className={linkClass}
                  >
                    {say('portal.payments.receipt')}
                  </a>
                )}
                {line.canAskRefund && (
                  <a
                    href={address(`/orders/${orderId}/refund`, { payment: id })}
                    id={`${id}-refund`}
                    aria-labelledby={`${id}-refund ${id}-amount ${id}-date`}
                    className={linkClass}
                  >
                    {say('portal.payments.askRefund')}
                  </a>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
