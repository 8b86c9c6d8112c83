'use client';
import { Alert } from '#components/ui/alert.tsx';
import { Button, SubmitButton } from '#components/ui/button.tsx';

interface SaveBarProps {
  /** The ID of the form to submit. */
  form: string;
  isChanged: boolean;
  isSaved: boolean;
  /** The error of a failed save, unless it belongs to a field. */
  failure: string | undefined;
  onDiscard: () => void;
}

/** Stays visible while there are unsaved changes. Saving is optimistic: a failed save marks the changes as unsaved again. */
export function SaveBar({ form, isChanged, isSaved, failure, onDiscard }: SaveBarProps) {
  return (
    <div className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex flex-col gap-2 lg:bottom-4 lg:col-span-2">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <p role="status" className={isChanged ? 'sr-only' : 'text-sm text-success-text'}>
        {isChanged ? 'You have unsaved changes.' : isSaved && 'Saved.'}
      </p>
      {isChanged && (
        <div className="flex items-center justify-between gap-3 rounded-card border border-control bg-surface p-3 shadow-card">
          <span aria-hidden className="min-w-0 text-sm">
            Unsaved changes
          </span>
          <div className="flex shrink-0 gap-2">
            <Button variant="ghost" onClick={onDiscard}>
              Discard
            </Button>
            <SubmitButton form={form}>Save</SubmitButton>
          </div>
        </div>
      )}
    </div>
  );
}
