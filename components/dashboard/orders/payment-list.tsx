import { CreditCard, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#components/ui/link.tsx';
import { ShowMore } from '#components/ui/show-more.tsx';
import { Time } from '#components/ui/time.tsx';
import type { PaymentStatus } from '#server/domain/payment.ts';
import { PaymentBadge } from '../status-badge.tsx';
import { type RefundLine, RefundList } from './refund-list.tsx';

/** An attempt to pay as the order's page shows it. `id` is the Short ID, `amount` ready to read. */
export interface PaymentLine {
  readonly id: string;
  /** Its own page. */
  readonly href: string;
  readonly status: PaymentStatus;
  readonly amount: string;
  readonly card: string;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  /** What it pays for, or which attempt it is; null: there is nothing to say. */
  readonly about: ReactNode;
  /** Where its receipt is, once it is paid. */
  readonly receiptPath: string | null;
  /** What was given back of it, or is about to be. */
  readonly refunds: readonly RefundLine[];
  /** The button that gives some of it back; null where nothing was paid. */
  readonly refundButton: ReactNode;
  /** Whether it took money that bought nothing, which the provider has not given back yet. */
  readonly isOwed: boolean;
}

/** A subscription goes on for years: so many payments are shown at first. */
const shownPayments = 12;

/** Attempts to pay an order, newest first. */
export function PaymentList({ payments }: { payments: readonly PaymentLine[] }) {
  if (payments.length === 0)
    return <p className="px-4 pb-5 text-sm text-muted sm:px-5">The buyer has not tried to pay yet.</p>;
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

function PaymentEntry({ id, status, amount, card, failureReason, createdAt, about, ...more }: PaymentLine) {
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
      {failureReason && <p>{failureReason}</p>}
      {more.isOwed && (
        <p className="text-danger-text">
          The payment provider has not given it back so far. It is asked again, at least once a day; if it goes on
          refusing, give the money back in another way.
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
