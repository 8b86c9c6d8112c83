import Form from 'next/form';
import { Badge } from '#components/ui/badge.tsx';
import { SubmitButton } from '#components/ui/button.tsx';
import { Time } from '#components/ui/time.tsx';
import { summarizePrices, type VersionLine } from './version-list.tsx';

interface VersionPickerProps {
  href: string;
  versions: readonly Omit<VersionLine, 'changesHref'>[];
  /** The compared versions, as in the address. */
  from: string;
  to: string;
  /** The current page of the list, to be kept. */
  before: string;
}

const choiceClass = 'inline-flex min-h-11 cursor-pointer items-center gap-1.5 sm:min-h-8';

/** A form to select two versions to compare. Submitting changes the address. */
export function VersionPicker({ href, versions, from, to, before }: VersionPickerProps) {
  const isOnly = versions.length === 1 && before === '';
  return (
    <Form action={href} key={`${from} ${to}`} scroll={false}>
      {before && <input type="hidden" name="before" value={before} />}
      {/* Keeps selected versions that are on another page of the list. */}
      {!versions.some(({ number }) => String(number) === from) && <input type="hidden" name="from" value={from} />}
      {!versions.some(({ number }) => String(number) === to) && <input type="hidden" name="to" value={to} />}
      <ul className="divide-y divide-border text-sm">
        {versions.map(({ number, name, prices, isCurrent, createdAt }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-5">
            <span className={isOnly ? 'hidden' : 'flex gap-4'}>
              {(['from', 'to'] as const).map((side) => (
                <label key={side} className={choiceClass}>
                  <input
                    type="radio"
                    name={side}
                    value={number}
                    defaultChecked={String(number) === (side === 'from' ? from : to)}
                    className="size-4 accent-primary"
                  />
                  {side === 'from' ? 'From' : 'To'}
                  <span className="sr-only"> version {number}</span>
                </label>
              ))}
            </span>
            <span className="font-medium">Version {number}</span>
            {isCurrent && <Badge>Current</Badge>}
            <span className="min-w-0 wrap-anywhere text-muted max-sm:basis-full sm:flex-1">
              {name}, {summarizePrices(prices)}
            </span>
            <span className="text-muted">
              <Time value={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {!isOnly && (
        <div className="border-t border-border px-4 py-3 sm:px-5">
          <SubmitButton variant="secondary" size="small">
            Compare
          </SubmitButton>
        </div>
      )}
    </Form>
  );
}
