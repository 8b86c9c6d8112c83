'use client';
import { Rocket } from 'lucide-react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import type { ChangeGroup } from '#server/catalog/rules/product-change-words.ts';
import { Difference } from '../products/difference.tsx';
import { useAction } from '../use-action.ts';

interface PublishGroupProps {
  id: string;
  changes: readonly ChangeGroup[];
  isPublished: boolean;
  /** The published group's page; undefined if not published. */
  prodHref: string | undefined;
  /** Products that have to be published first. */
  unpublished: readonly { readonly name: string; readonly href: string }[];
}

/** Publishes a group after showing the changes. Can be repeated. */
export function PublishGroup({ id, changes, isPublished, prodHref, unpublished }: PublishGroupProps) {
  const publish = useAction('subscription-product-group/publish-group', 'test');
  const isCurrent = changes.length === 0;
  return (
    <CardSection
      title="Live mode"
      description={isCurrent ? 'The live version is up to date.' : 'Publishing makes these changes:'}
      {...(prodHref && {
        action: (
          <Link href={prodHref} className="text-sm text-link underline">
            View in live mode
          </Link>
        ),
      })}
      flush
    >
      {!isCurrent && <Difference groups={changes} label="Changes to live mode" isNarrow />}
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4 sm:px-5 sm:pb-5">
        {publish.error && <Alert tone="danger">{publish.error.message}</Alert>}
        <p role="status" className="text-sm text-success-text empty:hidden">
          {publish.isSuccess && isCurrent && 'Published.'}
        </p>
        {!isCurrent && unpublished.length > 0 && (
          <Alert tone="warning" role="note" title="Publish these products first">
            <ul>
              {unpublished.map(({ name, href }) => (
                <li key={href}>
                  <Link href={href}>{name}</Link>
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {!isCurrent && (
          <Button
            variant="primary"
            className="self-start"
            pending={publish.isPending}
            disabled={unpublished.length > 0}
            onClick={() => publish.mutate({ id })}
          >
            <Rocket className="size-4" aria-hidden />
            {isPublished ? 'Publish changes' : 'Publish to live mode'}
          </Button>
        )}
      </div>
    </CardSection>
  );
}
