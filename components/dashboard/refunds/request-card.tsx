import { Card } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';
import type { Environment } from '#server/domain/environments.ts';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import { RefundBadge, RefundTicketBadge } from '../status-badge.tsx';
import { type Decidable, DecideTicket } from './decide-ticket.tsx';

/** A refund request in the list. Amounts are formatted. */
export interface RequestEntry extends Decidable {
  readonly orderPath: string;
  /** The refund that the approval created. */
  readonly refund: { readonly amount: string; readonly status: RefundStatus } | null;
  readonly reason: string;
  /** How often it was requested again. */
  readonly resubmissions: number;
  readonly reviewNote: string | null;
  /** The time of the request or of the decision. */
  readonly at: Date;
}

/** A refund request with the details for its decision. */
export function RequestCard({ request, environment }: { request: RequestEntry; environment: Environment }) {
  const { status, amount, max, productName, orderPath, customer, refund, reason, resubmissions, reviewNote, at } =
    request;
  const isOpen = status === 'pending';
  return (
    <Card className="flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="font-semibold tabular-nums">{amount}</h2>
        <RefundTicketBadge status={status} />
        {resubmissions > 0 && <span className="text-sm text-muted">requested {resubmissions + 1} times</span>}
        <span className="text-sm text-muted max-sm:basis-full sm:ms-auto">
          {isOpen ? 'Open since ' : 'Decided '}
          <Time value={at} />
        </span>
      </div>
      <p className="text-sm text-muted">
        <span className="break-all">{customer ?? 'A customer'}</span> for{' '}
        <Link href={orderPath} className="text-link underline underline-offset-2">
          {productName}
        </Link>
      </p>
      <p dir="auto" className="max-w-prose text-sm break-words whitespace-pre-line">
        {reason}
      </p>
      {refund && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="tabular-nums">Refund of {refund.amount}</span>
          <RefundBadge status={refund.status} />
          {refund.status === 'failed' && <span className="text-danger-text">The amount was not refunded.</span>}
        </p>
      )}
      {reviewNote && (
        <div className="max-w-prose border-s-2 border-border ps-3 text-sm">
          <p className="text-muted">Your note</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {reviewNote}
          </p>
        </div>
      )}
      {isOpen && !max && (
        <p className="text-sm text-muted">Nothing left to refund. You can only decline this request.</p>
      )}
      <DecideTicket ticket={request} environment={environment} />
    </Card>
  );
}
