import type { ReactNode } from 'react';

/** The heading of an authentication page with a link to a related page. */
export function AuthHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-6">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-1.5 text-sm text-muted [&_a]:text-link [&_a]:underline [&_a]:underline-offset-2">{children}</p>
    </div>
  );
}
