import type { ReactNode } from 'react';
import { useSay } from '../../page/page-context.tsx';
import { useQuote } from '../form/quote.tsx';

/** The quote of a plan change: the new price, the credits with their derivation, and the amount due. */
export function ChangeSummary() {
  const say = useSay();
  const { quote } = useQuote();
  const { change, subtotal, taxName, tax, isTaxIncluded, total, renewal } = quote;
  if (!change) return null;
  const { fromPlan, toPlan, startsOn, credits, creditLeft, isScheduled } = change;
  return (
    <section aria-label={say('summary.label')} className="flex flex-col gap-5">
      <div>
        <h1 className="text-2xl font-semibold tracking-tight">{say('change.title')}</h1>
        <p className="mt-1 text-lg break-words">{say('change.fromTo', { from: fromPlan, to: toPlan })}</p>
        {startsOn && <p className="mt-2 text-pretty break-words text-muted">{startsOn}</p>}
      </div>
      <dl className="flex flex-col gap-2 border-t border-border pt-4 tabular-nums">
        <Line term={toPlan}>{subtotal}</Line>
        <Line term={isTaxIncluded ? `${taxName} (${say('due.taxIncluded')})` : taxName}>{tax}</Line>
        {credits.map(({ term, amount, detail }) => (
          <Line key={term} term={term} detail={detail}>
            {amount}
          </Line>
        ))}
        <Line term={say(isScheduled ? 'change.dueThen' : 'due.totalToday')} isStrong>
          {total}
        </Line>
        {renewal && <Line term={say('due.nextCharge', { date: renewal.on })}>{renewal.total}</Line>}
      </dl>
      {creditLeft && <p className="text-muted">{creditLeft}</p>}
      <p role="status" className="sr-only">
        {say('due.announcement', { total })}
      </p>
    </section>
  );
}

interface LineProps {
  term: string;
  detail?: string | null;
  isStrong?: boolean;
  children: ReactNode;
}

function Line({ term, detail = null, isStrong = false, children }: LineProps) {
  return (
    <div className={isStrong ? 'flex justify-between gap-4 font-semibold' : 'flex justify-between gap-4'}>
      <dt className={isStrong ? 'min-w-0 break-words' : 'min-w-0 break-words text-muted'}>
        {term}
        {detail && <span className="block text-sm">{detail}</span>}
      </dt>
      <dd className="max-w-3/4 shrink-0 text-end break-words">{children}</dd>
    </div>
  );
}
