'use client';
import { clsx } from 'clsx';
import { useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button, hydratingClass } from '#components/ui/button.tsx';
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

/** Activates or deactivates a product. Updates optimistically and rolls back on failure. */
export function StatusSwitch({ productId, productType, environment, status }: StatusSwitchProps) {
  const { mutate, isPending, error } = useAction(`${productType}-product/update-status`, environment);
  const [shown, setShown] = useState(status);
  const [loaded, setLoaded] = useState(status);
  const [isUndoable, setUndoable] = useState(false);
  const isHydrated = useHydrated();
  if (status !== loaded) {
    setLoaded(status);
    // During a request, the page's data may be stale.
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
          {isActive
            ? 'Anyone with a checkout link can buy it.'
            : 'Can’t be purchased. Existing subscriptions continue.'}
        </p>
        <button
          type="button"
          role="switch"
          aria-checked={isActive}
          aria-label={`Available in ${environment === 'test' ? 'test' : 'live'} mode`}
          aria-busy={isPending}
          disabled={!isHydrated}
          onClick={() => change({ isUndo: false })}
          className={clsx('inline-flex h-11 shrink-0 items-center rounded-full sm:h-8', !isHydrated && hydratingClass)}
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
            <span>{isActive ? 'Product activated.' : 'Product deactivated.'}</span>
            <Button size="small" variant="ghost" onClick={() => change({ isUndo: true })}>
              Undo
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
