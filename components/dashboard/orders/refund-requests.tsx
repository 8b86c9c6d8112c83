import { Time } from '#components/ui/time.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { type Decidable, DecideTicket } from '../refunds/decide-ticket.tsx';
import { RefundTicketBadge } from '../status-badge.tsx';

/** A refund request on its order's page. `id` is the Short ID, `amount` is formatted. */
export interface RefundRequestLine extends Decidable {
  readonly reason: string;
  readonly reviewNote: string | null;
  readonly createdAt: Date;
}

interface RefundRequestsProps {
  requests: readonly RefundRequestLine[];
  environment: Environment;
}

/** An order's refund requests, newest first, with buttons for the open ones. */
export const RefundRequests = ({ requests, environment }: RefundRequestsProps) => (
  <ul className="divide-y divide-border">
    {requests.map((request) => (
      <li key={request.id} className="flex flex-col gap-1 px-4 py-3 text-sm sm:px-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium tabular-nums">{request.amount}</span>
          <RefundTicketBadge status={request.status} />
          <span className="text-muted max-sm:basis-full sm:ms-auto">
            <Time value={request.createdAt} />
          </span>
        </div>
        <p dir="auto" className="break-words whitespace-pre-line">
          {request.reason}
        </p>
        {request.reviewNote && (
          <p dir="auto" className="border-s-2 border-border ps-3 break-words whitespace-pre-line text-muted">
            {request.reviewNote}
          </p>
        )}
        <DecideTicket ticket={request} environment={environment} />
        <code className="font-mono text-xs break-all text-muted">{request.id}</code>
      </li>
    ))}
  </ul>
);
