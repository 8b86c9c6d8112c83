'use client';
import { type LucideIcon, Rocket, RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { currentVersionOf } from '../save-conflict.tsx';
import { useAction } from '../use-action.ts';

const icons = { publish: Rocket, restore: RotateCcw } as const satisfies Record<string, LucideIcon>;

interface ContentButtonProps {
  productId: string;
  productType: ProductType;
  /** The environment that gets the content. */
  environment: Environment;
  /** The action. A product is published once; later changes are updates. */
  verb: 'publish-product' | 'update-product';
  /** The action's body without the product's ID. */
  body: object;
  label: string;
  icon: keyof typeof icons;
  /** The page to open afterward. */
  doneHref: string;
  /** For a restore: the current version in the comparison and the version to restore, as in the address. */
  restores?: { readonly over: string; readonly from: string };
}

/** Applies the content shown in the comparison above, by publishing or by saving a new version. */
export function ContentButton(props: ContentButtonProps) {
  const { productId, productType, environment, verb, body, label, icon, doneHref, restores } = props;
  const router = useRouter();
  const save = useAction(`${productType}-product/${verb}`, environment, restores?.over);
  const current = currentVersionOf(save.error);
  const Icon = icons[icon];
  return (
    <div className="flex flex-col gap-3">
      {save.error && current === undefined && <Alert tone="danger">{save.error.message}</Alert>}
      {current !== undefined && (
        <Alert tone="warning" role="alert" title={`${save.error?.message}.`}>
          Nothing was restored.{' '}
          <Link href={`${doneHref}/versions?from=${current}&to=${restores?.from}`}>
            Compare with the current version
          </Link>
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          pending={save.isPending || save.isSuccess}
          onClick={() => save.mutate({ id: productId, ...body }, { onSuccess: () => router.push(doneHref) })}
        >
          <Icon className="size-4" aria-hidden />
          {label}
        </Button>
      </div>
    </div>
  );
}
