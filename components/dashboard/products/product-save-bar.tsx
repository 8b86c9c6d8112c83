'use client';
import { Alert } from '#components/ui/alert.tsx';
import { Button, ButtonLink, SubmitButton } from '#components/ui/button.tsx';
import { SaveConflict } from '../save-conflict.tsx';
import type { NewerVersion } from './use-product-save.ts';

interface ProductSaveBarProps {
  /** The target of "Cancel": the product's page or, for a new product, the list. */
  href: string;
  /** The edited version; null for a new product. */
  version: number | null;
  /** A newer version that someone else has saved. */
  conflict: NewerVersion | undefined;
  isChanged: boolean;
  isSaving: boolean;
  /** An error that belongs to no field. */
  failure: string | undefined;
  /** Saves over the given version. */
  onSaveOver: (version: number) => void;
  onDiscard: () => void;
}

/** The sticky bar with the form's buttons and the outcome of saving. */
export function ProductSaveBar(props: ProductSaveBarProps) {
  const { href, version, conflict, isChanged, isSaving, failure, onSaveOver, onDiscard } = props;
  const isNew = version === null;
  return (
    <div className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex flex-col gap-2 lg:bottom-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      {conflict && isChanged && (
        <SaveConflict
          message={conflict.message}
          href={`${href}/versions?from=${version}&to=${conflict.version}`}
          linkLabel="View changes"
          saveLabel={`Save as version ${conflict.version + 1}`}
          pending={isSaving}
          onSave={() => onSaveOver(conflict.version)}
        >
          Your changes are not saved yet. Saving overwrites only the fields that you changed.
        </SaveConflict>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-control bg-surface p-3 shadow-card">
        <p role="status" className="min-w-0 text-sm text-muted">
          {isNew && 'Available in test mode.'}
          {!isNew && isChanged && !conflict && (
            <>
              Saves as <strong className="font-semibold text-text">version {version + 1}</strong> in test mode.
            </>
          )}
          {!isNew && isChanged && conflict && `Based on version ${version}.`}
          {!isNew && !isChanged && 'No changes.'}
        </p>
        <div className="ms-auto flex shrink-0 gap-2">
          {isNew || !isChanged ? (
            <ButtonLink href={href} variant="ghost">
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
