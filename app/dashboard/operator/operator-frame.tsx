import type { ReactNode } from 'react';
import { OperatorNav } from '#components/dashboard/operator/operator-nav.tsx';
import { TimeZoneNote } from '#components/ui/time-zone-note.tsx';
import { AccountHeader } from '../account-header.tsx';

interface OperatorFrameProps {
  merchant: { name: string; email: string };
  stores: readonly { slug: string }[];
  /** The max-width class of the page. */
  width: string;
  children: ReactNode;
}

/** The frame of operator pages. It checks no permissions; each page does. */
export function OperatorFrame({ merchant, stores, width, children }: OperatorFrameProps) {
  const column = `mx-auto w-full ${width} px-4 sm:px-6`;
  return (
    <div className="flex min-h-dvh flex-col">
      <AccountHeader merchant={merchant} stores={stores} isOperator />
      <div className={`${column} -mx-3 sm:mx-auto`}>
        <OperatorNav />
      </div>
      <main className={`${column} flex-1 py-6`}>{children}</main>
      <footer className={`${column} pb-8`}>
        <TimeZoneNote />
      </footer>
    </div>
  );
}
