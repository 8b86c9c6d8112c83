'use client';
import { type LucideIcon, Rocket, RotateCcw } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import type { ProductType } from '#server/catalog/rules/product.ts';
import type { Environment } from '#server/domain/environments.ts';
import { currentOf } from '../saved-meanwhile.tsx';
import { useAction } from '../use-action.ts';

const icons = { publish: Rocket, restore: RotateCcw } as const satisfies Record<string, LucideIcon>;

interface ContentButtonProps {
  productId: string;
  productType: ProductType;
  /** Where it gets the content. */
  environment: Environment;
  /** How it gets it; to publish it is done once only. */
  verb: 'publish-product' | 'update-product';
  /** What it gets, or which version is published, as the action takes it. */
  body: object;
  label: string;
  icon: keyof typeof icons;
  /** Where one goes then: the product's page. */
  doneHref: string;
  /** Of a restoring: the version whose difference stands above, and the one that is restored, as addresses name them. */
  restores?: { readonly over: string; readonly from: string };
}

/** Gives a product the content whose difference stands above: by publishing it, or as a further version. */
export function ContentButton(props: ContentButtonProps) {
  const { productId, productType, environment, verb, body, label, icon, doneHref, restores } = props;
  const router = useRouter();
  const save = useAction(`${productType}-product/${verb}`, environment, restores?.over);
  const current = currentOf(save.error);
  const Icon = icons[icon];
  return (
    <div className="flex flex-col gap-3">
      {save.error && current === undefined && <Alert tone="danger">{save.error.message}</Alert>}
      {current !== undefined && (
        <Alert tone="warning" role="alert" title={`${save.error?.message}.`}>
          Nothing was restored.{' '}
          <Link href={`${doneHref}/versions?from=${current}&to=${restores?.from}`}>
            See what restoring would change by now
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
