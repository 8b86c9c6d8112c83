'use client';
import { Alert } from '#components/ui/alert.tsx';
import { Button, ButtonLink, SubmitButton } from '#components/ui/button.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import type { Meanwhile } from './use-product-save.ts';

interface ProductSaveBarProps {
  /** The product's page, where one goes that gives up; of a new one, the list. */
  href: string;
  /** The version that is edited; null: the product is new. */
  version: number | null;
  /** The one that is there by now. */
  meanwhile: Meanwhile | undefined;
  isChanged: boolean;
  isSaving: boolean;
  /** Why saving failed, where that is no field's matter. */
  failure: string | undefined;
  /** Saves all the same, over that version. */
  onSaveOver: (version: number) => void;
  onDiscard: () => void;
}

/** Says what saving makes before it is done. It stays in sight, however long the form is. */
export function ProductSaveBar(props: ProductSaveBarProps) {
  const { href, version, meanwhile, isChanged, isSaving, failure, onSaveOver, onDiscard } = props;
  const isNew = version === null;
  return (
    <div className="sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom))] z-20 flex flex-col gap-2 lg:bottom-4">
      {failure && <Alert tone="danger">{failure}</Alert>}
      {meanwhile && isChanged && (
        <SavedMeanwhile
          message={meanwhile.message}
          href={`${href}/versions?from=${version}&to=${meanwhile.version}`}
          linkLabel="See what changed"
          saveLabel={`Save mine as version ${meanwhile.version + 1}`}
          pending={isSaving}
          onSave={() => onSaveOver(meanwhile.version)}
        >
          What you typed is still here, and not saved. Saving it writes over the fields that you changed, and leaves the
          others as they are by now.
        </SavedMeanwhile>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-control bg-surface p-3 shadow-card">
        <p role="status" className="min-w-0 text-sm text-muted">
          {isNew && 'It starts in test, on sale there.'}
          {!isNew && isChanged && !meanwhile && (
            <>
              Saves as <strong className="font-semibold text-text">version {version + 1}</strong> in test.
            </>
          )}
          {!isNew && isChanged && meanwhile && `Begun from version ${version}.`}
          {!isNew && !isChanged && 'Nothing has changed: there would be no new version.'}
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
