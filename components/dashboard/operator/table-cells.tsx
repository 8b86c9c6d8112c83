/** Table cells shared by the operator lists. */
import type { ReactNode } from 'react';

export const NameCell = ({ name, detail }: { name: string; detail: string }) => (
  <span className="min-w-0">
    <bdi>{name}</bdi>
    <span className="block text-sm font-normal wrap-anywhere text-muted">{detail}</span>
  </span>
);

/** Status badges above the reason for a suspension. */
export const StateCell = ({ reason, children }: { reason: string | null; children: ReactNode }) => (
  <span className="flex flex-wrap gap-1.5 max-md:justify-end">
    {children}
    {reason && <span className="basis-full text-xs wrap-anywhere text-muted">{reason}</span>}
  </span>
);

export const ActionsCell = ({ children }: { children: ReactNode }) => (
  <span className="flex flex-wrap gap-2 max-md:justify-end lg:flex-nowrap lg:whitespace-nowrap">{children}</span>
);
