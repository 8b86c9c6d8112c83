'use client';
import { Alert } from '../../ui/alert.tsx';
import { Button, ButtonLink, SubmitButton } from '../../ui/button.tsx';

interface ProductSaveBarProps {
  /** Where one goes that gives up. */
  cancelHref: string;
  /** The version that saving makes; null: the product is new. */
  nextVersion: number | null;
  isChanged: boolean;
  isSaving: boolean;
  /** Why saving failed, where that is no field's matter. */
  failure: string | undefined;
  onDiscard: () => void;
}

/** Says what saving makes before it is done. It stays in sight, however long the form is. */
export function ProductSaveBar(props: ProductSaveBarProps) {
  const { cancelHref, nextVersion, isChanged, isSaving, failure, onDiscard } = props;
  const isNew = nextVersion === null;
  return (
    <div className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex flex-col gap-2 lg:bottom-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-control bg-surface p-3 shadow-card">
        <p role="status" className="min-w-0 text-sm text-muted">
          {isNew && 'It starts in test, on sale there.'}
          {!isNew && isChanged && (
            <>
              Saves as <strong className="font-semibold text-text">version {nextVersion}</strong> in test.
            </>
          )}
          {!isNew && !isChanged && 'Nothing has changed: there would be no new version.'}
        </p>
        <div className="ms-auto flex shrink-0 gap-2">
          {isNew || !isChanged ? (
            <ButtonLink href={cancelHref} variant="ghost">
              Cancel
            </ButtonLink>
          ) : (
            <Button variant="ghost" onClick={onDiscard}>
              Discard
            </Button>
          )}
          <SubmitButton pending={isSaving} disabled={!isNew && !isChanged && !isSaving}>
            {isNew ? 'Create product' : 'Save'}
          </SubmitButton>
        </div>
      </div>
    </div>
  );
}
