import { clsx } from 'clsx';
import { ArrowRight, Check } from 'lucide-react';
import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';

export interface Step {
  readonly title: string;
  /** What to do and why. */
  readonly hint: string;
  readonly href: string;
  readonly isDone: boolean;
}

/** Set-up steps with their progress. A step is done when its data exists; nothing is stored. */
export function Checklist({ title, steps }: { title: string; steps: readonly Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <CardSection
      title={title}
      action={
        <span className="text-sm text-muted tabular-nums">
          {done} of {steps.length} done
        </span>
      }
      flush
    >
      <div className="mx-4 mb-2 h-1.5 overflow-hidden rounded-full bg-sunken sm:mx-5" aria-hidden>
        <div
          className="h-full rounded-full bg-primary transition-[width]"
          style={{ width: `${(100 * done) / steps.length}%` }}
        />
      </div>
      <ol className="pb-2">
        {steps.map(({ title: step, hint, href, isDone }, index) => (
          <li key={step}>
            <Link
              href={href}
              className="flex min-h-11 items-start gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-sunken sm:px-5"
            >
              <span
                className={clsx(
                  'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
                  isDone ? 'bg-primary text-on-primary' : 'border border-control text-muted',
                )}
              >
                {isDone ? <Check className="size-3.5" aria-hidden /> : index + 1}
              </span>
              <span className="min-w-0 flex-1">
                <span className={clsx('block text-sm leading-6', isDone ? 'text-muted' : 'font-medium')}>
                  {step}
                  {isDone && <span className="sr-only"> (done)</span>}
                </span>
                {index === next && <span className="block text-sm text-muted">{hint}</span>}
              </span>
              {!isDone && <ArrowRight className="mt-1 size-4 shrink-0 text-muted rtl:rotate-180" aria-hidden />}
            </Link>
          </li>
        ))}
      </ol>
    </CardSection>
  );
}
