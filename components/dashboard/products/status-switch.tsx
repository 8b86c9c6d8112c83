'use client';
import { clsx } from 'clsx';
import { useOptimistic, useState, useTransition } from 'react';
import type { Environment } from '../../../server/domain/environments.ts';
import type { ProductStatus, ProductType } from '../../../server/domain/product.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, wakingClass } from '../../ui/button.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
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
  const update = useAction(`${productType}-product/update-status`, environment);
  const [isPending, start] = useTransition();
  const [shown, show] = useOptimistic(status);
  const [changedFrom, setChangedFrom] = useState<ProductStatus>();
  const isAwake = useHydrated();
  const change = (wanted: ProductStatus, isUndo = false) =>
    start(async () => {
      show(wanted);
      try {
        await update.mutateAsync({ id: productId, status: wanted });
        setChangedFrom(isUndo ? undefined : other[wanted]);
      } catch {
        // The mutation has the reason.
        setChangedFrom(undefined);
      }
    });
  const isActive = shown === 'active';
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-4">
        <p className="min-w-0 text-sm text-muted">
          {isActive ? 'Whoever has a checkout link can buy it.' : 'Nobody new can buy it. Existing orders go on.'}
        </p>
        <button
          type="button"
          role="switch"
          aria-checked={isActive}
          aria-label={`On sale in ${environment}`}
          aria-busy={isPending}
          disabled={!isAwake}
          onClick={() => !isPending && change(other[shown])}
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
      {update.error && <Alert tone="danger">{update.error.message}</Alert>}
      <div role="status" className="flex min-h-0 items-center justify-between gap-2 text-sm empty:hidden">
        {changedFrom && !isPending && (
          <>
            <span>{isActive ? 'On sale now.' : 'No longer on sale.'}</span>
            <Button size="small" variant="ghost" onClick={() => change(changedFrom, true)}>
              Undo
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
