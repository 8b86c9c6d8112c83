import type { RefundTicketStatus } from '../../../server/domain/refund-ticket.ts';
import { Time } from '../../ui/time.tsx';
import { RefundTicketBadge } from '../status-badge.tsx';

/** A customer's request as the order's page shows it. `id` is the Short ID, `amount` ready to read. */
export interface RefundRequestLine {
  readonly id: string;
  readonly status: RefundTicketStatus;
  readonly amount: string;
  readonly reason: string;
  readonly createdAt: Date;
}

/** What the customer asked to have back, newest first. */
export const RefundRequests = ({ requests }: { requests: readonly RefundRequestLine[] }) => (
  <ul className="divide-y divide-border">
    {requests.map(({ id, status, amount, reason, createdAt }) => (
      <li key={id} className="flex flex-col gap-1 px-4 py-3 text-sm sm:px-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium tabular-nums">{amount}</span>
          <RefundTicketBadge status={status} />
          <span className="text-muted max-sm:basis-full sm:ms-auto">
            <Time value={createdAt} />
          </span>
        </div>
        <p dir="auto" className="break-words whitespace-pre-line">
          {reason}
        </p>
        <code className="font-mono text-xs break-all text-muted">{id}</code>
      </li>
    ))}
  </ul>
);
