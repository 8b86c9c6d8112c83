import Link from 'next/link';
import type { Environment } from '../../../server/domain/environments.ts';
import type { RefundTicketStatus } from '../../../server/domain/refund-ticket.ts';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { RefundTicketBadge } from '../status-badge.tsx';
import { type Decidable, DecideTicket } from './decide-ticket.tsx';

/** A customer's request as the queue shows it; amounts are ready to read. */
export interface RequestEntry extends Decidable {
  readonly status: RefundTicketStatus;
  readonly productName: string;
  readonly orderPath: string;
  readonly buyerEmail: string | null;
  readonly reason: string;
  /** How often it was made again. */
  readonly resubmissions: number;
  readonly reviewNote: string | null;
  /** Since when it waits, or when it was decided. */
  readonly at: Date;
}

/** One request with all that there is to decide by. */
export function RequestCard({ request, environment }: { request: RequestEntry; environment: Environment }) {
  const { status, amount, most, productName, orderPath, buyerEmail, reason, resubmissions, reviewNote, at } = request;
  const isOpen = status === 'pending';
  return (
    <Card className="flex flex-col gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="font-semibold tabular-nums">{amount}</h2>
        <RefundTicketBadge status={status} />
        {resubmissions > 0 && <span className="text-sm text-muted">asked {resubmissions + 1} times</span>}
        <span className="text-sm text-muted max-sm:basis-full sm:ms-auto">
          {isOpen ? 'Waiting since ' : 'Decided '}
          <Time value={at} />
        </span>
      </div>
      <p className="text-sm text-muted">
        <span className="break-all">{buyerEmail ?? 'A customer'}</span> for{' '}
        <Link href={orderPath} className="text-link underline underline-offset-2">
          {productName}
        </Link>
      </p>
      <p dir="auto" className="text-sm break-words whitespace-pre-line">
        {reason}
      </p>
      {reviewNote && (
        <div className="border-s-2 border-border ps-3 text-sm">
          <p className="text-muted">You said</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {reviewNote}
          </p>
        </div>
      )}
      {isOpen && !most && (
        <p className="text-sm text-muted">Nothing is left of this payment: it can only be declined.</p>
      )}
      {isOpen && <DecideTicket ticket={request} environment={environment} />}
    </Card>
  );
}
