'use client';
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import type { ProductType } from '../../../server/domain/product.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useAction } from '../use-action.ts';

interface PublishButtonProps {
  productId: string;
  productType: ProductType;
  name: string;
  versionNumber: number;
  /** Ready to read. */
  prices: readonly string[];
  /** Whether the store can sell in prod. */
  isStoreEnabled: boolean;
}

/** Copies a product to prod, after saying what that means. It can be done once. */
export function PublishButton(props: PublishButtonProps) {
  const { productId, productType, name, versionNumber, prices, isStoreEnabled } = props;
  const [isOpen, setOpen] = useState(false);
  const publish = useAction(`${productType}-product/publish-product`, 'test');
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <Rocket className="size-4" aria-hidden />
        Publish
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Publish “${name}” to prod?`}
        confirmLabel="Publish to prod"
        pending={publish.isPending}
        error={publish.error?.message}
        onConfirm={() => publish.mutate({ id: productId }, { onSuccess: () => setOpen(false) })}
      >
        <ul className="list-disc space-y-2 ps-5 marker:text-muted">
          <li>
            Test version {versionNumber}, with its name, description and prices ({prices.join(', ')}), is copied to
            prod.
          </li>
          <li>
            It is active there at once
            {isStoreEnabled
              ? ': whoever gets a prod checkout link can buy it.'
              : ', but nobody can buy it before this store is enabled for prod.'}
          </li>
          <li>
            This works <strong>once</strong>. Later changes in test do not reach prod by themselves.
          </li>
        </ul>
      </ConfirmDialog>
    </>
  );
}
