'use client';
import type { ReactNode } from 'react';
import { ActionRefused } from '#components/actions/call-action.ts';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';

/** The current version in a 412 answer, which refuses a save over a newer version; undefined for other errors. */
export const currentVersionOf = (error: Error | null | undefined): string | undefined =>
  error instanceof ActionRefused && error.status === 412 ? error.current : undefined;

interface SaveConflictProps {
  /** The server's message: what was saved and by whom. */
  message: string;
  /** Shows the newer version. Opens a new tab, because this page holds unsaved input. */
  href: string;
  linkLabel: string;
  saveLabel: string;
  pending: boolean;
  onSave: () => void;
  children: ReactNode;
}

/** Warns that someone else has saved in the meantime, with the choice to view their version or to overwrite it. */
export const SaveConflict = (props: SaveConflictProps) => {
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
