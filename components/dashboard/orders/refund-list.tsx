import { Undo2 } from 'lucide-react';
import { Time } from '#components/ui/time.tsx';
import type { RefundStatus } from '#server/domain/refund-status.ts';
import { RefundBadge } from '../status-badge.tsx';

/** A refund on its order's page. `id` is the Short ID, `amount` and `tax` are formatted. */
export interface RefundLine {
  readonly id: string;
  readonly status: RefundStatus;
  readonly amount: string;
  /** Null: no tax included. */
  readonly tax: string | null;
  readonly reason: string | null;
  readonly failureReason: string | null;
  readonly createdAt: Date;
}

/** A payment's refunds, newest first. Renders nothing without refunds. */
export function RefundList({ refunds }: { refunds: readonly RefundLine[] }) {
  if (refunds.length === 0) return null;
  return (
    <ul className="my-1 flex flex-col gap-2 border-s-2 border-border ps-3" aria-label="Refunds">
      {refunds.map(({ id, status, amount, tax, reason, failureReason, createdAt }) => (
        <li key={id} className="flex flex-col gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="flex items-center gap-1.5 font-medium tabular-nums">
              <Undo2 className="size-4 text-muted" aria-hidden />
              {amount}
            </span>
            <RefundBadge status={status} />
            {tax && <span className="text-muted tabular-nums">incl. {tax} tax</span>}
            <span className="text-muted max-sm:basis-full sm:ms-auto">
              <Time value={createdAt} />
            </span>
          </div>
          {failureReason && <p>{failureReason}</p>}
          {reason && (
            <p dir="auto" className="break-words text-muted">
              {reason}
            </p>
          )}
          <code className="font-mono text-xs break-all text-muted">{id}</code>
        </li>
      ))}
    </ul>
  );
}
