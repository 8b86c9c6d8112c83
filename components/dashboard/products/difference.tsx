import { clsx } from 'clsx';
import { ArrowRight } from 'lucide-react';
import { Badge, type BadgeTone } from '#components/ui/badge.tsx';
import type { ChangedValue, ChangeGroup } from '#server/catalog/rules/product-change-words.ts';
import type { Stretch } from '#server/catalog/rules/product-diff.ts';

const kinds: Record<ChangeGroup['kind'], { readonly word: string; readonly tone: BadgeTone }> = {
  added: { word: 'Added', tone: 'success' },
  removed: { word: 'Removed', tone: 'danger' },
  changed: { word: 'Changed', tone: 'info' },
};

interface DifferenceProps {
  groups: readonly ChangeGroup[];
  label: string;
  /** Places headings above the values. */
  isNarrow?: boolean;
}

/** A list of changes: removed values struck through, followed by the new ones. */
export const Difference = ({ groups, label, isNarrow = false }: DifferenceProps) => (
  <ul aria-label={label} className="divide-y divide-border text-sm">
    {groups.map(({ title, kind, values }) => (
      <li
        key={title}
        className={clsx('grid gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5', !isNarrow && 'sm:grid-cols-[13rem_minmax(0,1fr)]')}
      >
        <p className="flex flex-wrap items-start gap-2 font-medium wrap-anywhere">
          {title}
          <Badge tone={kinds[kind].tone}>{kinds[kind].word}</Badge>
        </p>
        <div className="flex min-w-0 flex-col gap-2">
          {values.map((value) => (
            <Value key={`${value.label} ${value.before} ${value.after}`} {...value} />
          ))}
        </div>
      </li>
    ))}
  </ul>
);

const gone = 'rounded-sm bg-danger-soft px-1 text-danger-text line-through decoration-1';
const come = 'rounded-sm bg-success-soft px-1 text-success-text no-underline';

function Value({ label, before, after, words }: ChangedValue) {
  return (
    <div className="min-w-0">
      {label && <p className="text-xs text-muted">{label}</p>}
      {words ? (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {words.map((stretch, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other identity
            <Words key={index} {...stretch} isFirst={index === 0} isLast={index === words.length - 1} />
          ))}
        </p>
      ) : (
        <p className="flex flex-wrap items-start gap-x-2 gap-y-1 wrap-anywhere">
          {before !== null && (
            <del dir="auto" className={`min-w-0 whitespace-pre-wrap ${gone}`}>
              <span className="sr-only">Before: </span>
              {before}
            </del>
          )}
          {before !== null && after !== null && (
            <ArrowRight className="mt-0.5 size-4 shrink-0 text-muted rtl:rotate-180" aria-hidden />
          )}
          {after !== null && (
            <ins dir="auto" className={`min-w-0 whitespace-pre-wrap ${come}`}>
              <span className="sr-only">After: </span>
              {after}
            </ins>
          )}
        </p>
      )}
    </div>
  );
}

function Words({ text, in: side, isFirst, isLast }: Stretch & { isFirst: boolean; isLast: boolean }) {
  if (side === 'both') return shortened(text, isFirst, isLast);
  const isGone = side === 'before';
  const Mark = isGone ? 'del' : 'ins';
  return (
    <Mark className={isGone ? gone : come}>
      <span className="sr-only">{isGone ? '(removed) ' : '(added) '}</span>
      {text}
    </Mark>
  );
}

const contextLength = 90;

/** Shortens unchanged text to the context around changes. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  if (text.length <= (isFirst || isLast ? contextLength : 2 * contextLength) + 20) return text;
  const start = isFirst ? '' : text.slice(0, contextLength).replace(/[\uD800-\uDBFF]$/, '');
  const end = isLast ? '' : text.slice(-contextLength).replace(/^[\uDC00-\uDFFF]/, '');
  return `${start} … ${end}`;
}
