import type { ReactNode } from 'react';
import { Time } from '#components/ui/time.tsx';
import type { ChangeSummary } from '#server/billing/plan-changes/summarize-change.ts';

interface ChangeQuoteProps {
  summary: ChangeSummary;
  /** Whether the change was confirmed: the amounts are then in the past tense. */
  isConfirmed?: boolean;
}

/** The lines of a plan change's quote: price, tax, credits with their derivation, and the dates of the charges. */
export function ChangeQuote({ summary, isConfirmed = false }: ChangeQuoteProps) {
  const { toPlan, timing, effectiveAt, subtotal, taxName, tax, credits, due } = summary;
  const dueLabel = timing === 'immediate' ? (isConfirmed ? 'Charged' : 'Due now') : 'Due';
  return (
    <dl className="text-sm">
      <Line term={toPlan} value={subtotal} />
      <Line term={taxName} value={tax} />
      {credits.map(({ term, amount, detail }) => (
        <Line key={term} term={term} value={amount} detail={detail} />
      ))}
      <Line
        isTotal
        term={
          <>
            {dueLabel} {timing === 'next_period' && <OnDay at={effectiveAt} />}
          </>
        }
        value={due}
      />
      <Line
        term={
          <>
            {isConfirmed ? 'Charge after that' : 'Next charge'} <OnDay at={summary.nextChargeAt} />
          </>
        }
        value={summary.nextCharge}
      />
      {summary.creditLeft && (
        <Line term="Remaining credit" value={summary.creditLeft} detail="Pays the next charges." />
      )}
    </dl>
  );
}

const OnDay = ({ at }: { at: string }) => (
  <>
    on <Time value={at} dateOnly />
  </>
);

interface LineProps {
  term: ReactNode;
  value: ReactNode;
  detail?: string | null;
  isTotal?: boolean;
}

const Line = ({ term, value, detail, isTotal = false }: LineProps) => (
  <div
    className={
      isTotal
        ? 'my-1 flex justify-between gap-4 border-y border-border py-2 font-semibold'
        : 'flex justify-between gap-4 py-1'
    }
  >
    <dt className="min-w-0 wrap-anywhere">
      {term}
      {detail && <span className="block text-muted">{detail}</span>}
    </dt>
    <dd className="shrink-0 tabular-nums">{value}</dd>
  </div>
);
