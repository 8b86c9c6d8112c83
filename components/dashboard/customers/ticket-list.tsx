import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { RefundTicketStatus } from '#server/billing/refunds/rules/refund-ticket.ts';
import { RefundTicketBadge } from '../status-badge.tsx';

/** A refund request on its customer's page. `href` is the order on whose page it is decided. */
interface TicketLine {
  readonly id: string;
  readonly status: RefundTicketStatus;
  readonly amount: string;
  readonly reason: string;
  readonly createdAt: Date;
  readonly href: string;
}

/** A customer's refund requests, newest first. */
export const TicketList = ({ tickets }: { tickets: readonly TicketLine[] }) => (
  <ul className="divide-y divide-border">
    {tickets.map(({ id, status, amount, reason, createdAt, href }) => (
      <li key={id} className="flex flex-col gap-1 px-4 py-3 text-sm sm:px-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link href={href} className="font-medium tabular-nums text-link underline underline-offset-2">
            {amount}
          </Link>
          <RefundTicketBadge status={status} />
          <span className="text-muted sm:ms-auto">
            <Time value={createdAt} />
          </span>
        </div>
        <p className="text-muted wrap-anywhere">{reason}</p>
      </li>
    ))}
  </ul>
);
