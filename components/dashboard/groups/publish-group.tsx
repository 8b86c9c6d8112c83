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
  /** Where it is in prod; undefined: it is not. */
  prodHref: string | undefined;
  /** Those of its products that prod has not, which it cannot be published with. */
  unpublished: readonly { readonly name: string; readonly href: string }[];
}

/** What publishing a group would change in prod, and the button that does it. It may be repeated after changes. */
export function PublishGroup({ id, changes, isPublished, prodHref, unpublished }: PublishGroupProps) {
  const publish = useAction('subscription-product-group/publish-group', 'test');
  const isCurrent = changes.length === 0;
  return (
    <CardSection
      title="In prod"
      description={isCurrent ? 'Prod has the group as it is here.' : 'What publishing would change there:'}
      {...(prodHref && {
        action: (
          <Link href={prodHref} className="text-sm text-link underline">
            Open in prod
          </Link>
        ),
      })}
      flush
    >
      {!isCurrent && <Difference groups={changes} label="What changes in prod" isNarrow />}
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4 sm:px-5 sm:pb-5">
        {publish.error && <Alert tone="danger">{publish.error.message}</Alert>}
        <p role="status" className="text-sm text-success-text empty:hidden">
          {publish.isSuccess && isCurrent && 'Published.'}
        </p>
        {!isCurrent && unpublished.length > 0 && (
          <Alert tone="warning" role="note" title="Publish its products first">
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
            {isPublished ? 'Publish the changes' : 'Publish to prod'}
          </Button>
        )}
      </div>
    </CardSection>
  );
}
