import { CreditCard, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#components/ui/link.tsx';
import { ShowMore } from '#components/ui/show-more.tsx';
import { Time } from '#components/ui/time.tsx';
import type { PaymentStatus } from '#server/domain/payment.ts';
import { PaymentBadge } from '../status-badge.tsx';
import { type RefundLine, RefundList } from './refund-list.tsx';

/** A payment on its order's page. `id` is the Short ID, `amount` is formatted. */
export interface PaymentLine {
  readonly id: string;
  /** The payment's page. */
  readonly href: string;
  readonly status: PaymentStatus;
  readonly amount: string;
  readonly card: string;
  /** Sentences about credit. */
  readonly credit: readonly string[];
  readonly failureReason: string | null;
  readonly createdAt: Date;
  /** The period that it pays for, or the number of the attempt. */
  readonly about: ReactNode;
  /** The receipt's path; null if not paid. */
  readonly receiptPath: string | null;
  /** Its refunds, including pending ones. */
  readonly refunds: readonly RefundLine[];
  /** The refund button; null if not paid. */
  readonly refundButton: ReactNode;
  /** Whether it was charged too late to be used, and its refund is outstanding at the provider. */
  readonly isRefundOutstanding: boolean;
}

/** Long-running subscriptions have many payments; the rest is collapsed. */
const shownPayments = 12;

/** An order's payments, newest first. */
export function PaymentList({ payments }: { payments: readonly PaymentLine[] }) {
  if (payments.length === 0) return <p className="px-4 pb-5 text-sm text-muted sm:px-5">No payment attempts yet.</p>;
  const lines = payments.map((payment) => <PaymentEntry key={payment.id} {...payment} />);
  return (
    <ShowMore
      className="divide-y divide-border"
      footClassName="border-t border-border px-4 py-3 sm:px-5"
      first={lines.slice(0, shownPayments)}
      rest={lines.slice(shownPayments)}
      label={`Show all ${lines.length} payments`}
    />
  );
}

function PaymentEntry({ id, status, amount, card, credit, failureReason, createdAt, about, ...more }: PaymentLine) {
  return (
    <li className="flex flex-col gap-1 px-4 py-3 text-sm sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium tabular-nums">{amount}</span>
        <PaymentBadge status={status} />
        <span className="flex items-center gap-1.5 text-muted">
          <CreditCard className="size-4" aria-hidden />
          {card}
        </span>
        <span className="text-muted max-sm:basis-full sm:ms-auto">
          <Time value={createdAt} />
        </span>
      </div>
      {about && <p className="text-muted">{about}</p>}
      {credit.map((sentence) => (
        <p key={sentence} className="text-muted">
          {sentence}
        </p>
      ))}
      {failureReason && <p>{failureReason}</p>}
      {more.isRefundOutstanding && (
        <p className="text-danger-text">
          The payment provider has not refunded it yet. The refund is retried at least once a day. If it keeps failing,
          refund the customer another way.
        </p>
      )}
      <RefundList refunds={more.refunds} />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Link
          href={more.href}
          className="inline-flex min-h-6 items-center font-mono text-xs break-all text-muted underline underline-offset-2 hover:text-text"
        >
          {id}
        </Link>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {more.receiptPath && (
            <a
              href={more.receiptPath}
              className="inline-flex min-h-6 items-center gap-1.5 text-link underline underline-offset-2"
              aria-label={`Receipt for ${amount} (PDF)`}
            >
              <FileText className="size-4" aria-hidden />
              Receipt (PDF)
            </a>
          )}
          {more.refundButton}
        </span>
      </div>
    </li>
  );
}
