import { CreditCard, FileText } from 'lucide-react';
import type { PaymentStatus } from '../../../server/domain/payment.ts';
import { Time } from '../../ui/time.tsx';
import { PaymentBadge } from '../status-badge.tsx';

/** An attempt to pay as the order's page shows it. `id` is the Short ID, `amount` ready to read. */
export interface PaymentLine {
  readonly id: string;
  readonly attempt: number;
  readonly status: PaymentStatus;
  readonly amount: string;
  readonly card: string;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  /** Where its receipt is, once it is paid. */
  readonly receiptPath: string | null;
}

/** Attempts to pay an order, newest first. */
export function PaymentList({ payments }: { payments: readonly PaymentLine[] }) {
  if (payments.length === 0)
    return <p className="px-4 pb-5 text-sm text-muted sm:px-5">The buyer has not tried to pay yet.</p>;
  return (
    <ul className="divide-y divide-border">
      {payments.map(({ id, attempt, status, amount, card, failureReason, createdAt, receiptPath }) => (
        <li key={id} className="flex flex-col gap-1 px-4 py-3 text-sm sm:px-5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium tabular-nums">{amount}</span>
            <PaymentBadge status={status} />
            <span className="flex items-center gap-1.5 text-muted">
              <CreditCard className="size-4" aria-hidden />
              {card}
            </span>
            <span className="text-muted max-sm:basis-full sm:ms-auto">
              Attempt {attempt}, <Time value={createdAt} />
            </span>
          </div>
          {failureReason && <p>{failureReason}</p>}
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <code className="font-mono text-xs break-all text-muted">{id}</code>
            {receiptPath && (
              <a
                href={receiptPath}
                className="inline-flex min-h-6 items-center gap-1.5 text-link underline underline-offset-2"
                aria-label={`Receipt for ${amount} (PDF)`}
              >
                <FileText className="size-4" aria-hidden />
                Receipt (PDF)
              </a>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
