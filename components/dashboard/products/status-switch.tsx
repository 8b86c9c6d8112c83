'use client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, wakingClass } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { ProductStatus, ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { useAction } from '../use-action.ts';

interface StatusSwitchProps {
  productId: string;
  productType: ProductType;
  environment: Environment;
  status: ProductStatus;
}

const other: Record<ProductStatus, ProductStatus> = { active: 'inactive', inactive: 'active' };

/** Puts a product on sale, or takes it off. It shows at once what was asked for, and goes back where that was refused. */
export function StatusSwitch({ productId, productType, environment, status }: StatusSwitchProps) {
  const { mutate, isPending, error } = useAction(`${productType}-product/update-status`, environment);
  const [shown, setShown] = useState(status);
  const [read, setRead] = useState(status);
  const [isUndoable, setUndoable] = useState(false);
  const isAwake = useHydrated();
  if (status !== read) {
    setRead(status);
    // While something is asked for, what the page reads is from before that.
    if (!isPending) setShown(status);
  }
  const isActive = shown === 'active';
  const change = ({ isUndo }: { isUndo: boolean }) => {
    if (isPending) return;
    setShown(other[shown]);
    setUndoable(false);
    mutate(
      { id: productId, status: other[shown] },
      { onSuccess: () => setUndoable(!isUndo), onError: () => setShown(shown) },
    );
  };
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 text-sm text-muted">
          {isActive ? 'Anyone with a checkout link can buy it.' : 'It cannot be bought. Existing orders go on.'}
        </p>
        <button
          type="button"
          role="switch"
          aria-checked={isActive}
          aria-label={`On sale in ${environment}`}
          aria-busy={isPending}
          disabled={!isAwake}
          onClick={() => change({ isUndo: false })}
          className={clsx('inline-flex h-11 shrink-0 items-center rounded-full sm:h-8', !isAwake && wakingClass)}
        >
          <span
            className={clsx(
              'flex h-7 w-12 items-center rounded-full border p-0.5 transition-colors',
              isActive ? 'justify-end border-primary bg-primary' : 'justify-start border-control bg-sunken',
            )}
          >
            <span className={clsx('size-5 rounded-full', isActive ? 'bg-on-primary' : 'bg-control')} />
          </span>
        </button>
      </div>
      {error && <Alert tone="danger">{error.message}</Alert>}
      <div role="status" className="flex min-h-0 items-center justify-between gap-2 text-sm empty:hidden">
        {isUndoable && (
          <>
            <span>{isActive ? 'On sale now.' : 'No longer on sale.'}</span>
            <Button size="small" variant="ghost" onClick={() => change({ isUndo: true })}>
              Undo
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
