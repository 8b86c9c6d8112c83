import type { ReactNode } from 'react';

/** Terms and values, one pair per line; stacked on phones. */
export function DefinitionList({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-border text-sm">{children}</dl>;
}

/** One line of a {@link DefinitionList}. */
export function Definition({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
