'use client';
import type { ReactNode } from 'react';
import { ActionRefused } from '#components/actions/call-action.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';

/** What is there by now, where an action was refused because of it. */
export const currentOf = (error: Error | null | undefined): string | undefined =>
  error instanceof ActionRefused && error.status === 412 ? error.current : undefined;

interface SavedMeanwhileProps {
  /** The service's own words: what was saved, and by whom. */
  message: string;
  /** Where it can be seen, in a tab of its own: here is what was typed. */
  href: string;
  linkLabel: string;
  saveLabel: string;
  pending: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** Nothing was written over unseen: what somebody else has saved can be looked at, and then decided about. */
export const SavedMeanwhile = (props: SavedMeanwhileProps) => {
  const { message, href, linkLabel, saveLabel, pending, onSave, children } = props;
  return (
    <Alert tone="warning" role="alert" title={`${message}.`}>
      <div className="flex flex-col items-start gap-2">
        <p>{children}</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button size="small" pending={pending} onClick={onSave}>
            {saveLabel}
          </Button>
          <Link href={href} target="_blank" prefetch={false}>
            {linkLabel}
            <span className="sr-only"> (opens a new tab)</span>
          </Link>
        </div>
      </div>
    </Alert>
  );
};
