import { CircleCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { basePath, type StorePageProps } from '#app/dashboard/scope.ts';
import { ContentButton } from '#components/dashboard/products/content-button.tsx';
import { Difference } from '#components/dashboard/products/difference.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { describeChanges } from '#server/catalog/rules/product-change-words.ts';
import { changesOfProduct } from '#server/catalog/rules/product-diff.ts';
import { readProduct } from '../read-product.ts';
import { updateBodyOf } from '../update-body.ts';

export async function generateMetadata({ params }: StorePageProps<'productId'>): Promise<Metadata> {
  return { title: `Publish ${(await readProduct(params, '/publish')).tested.name}` };
}

/** Shows the difference between the live and test versions before publishing. */
export default async function PublishPage({ params }: StorePageProps<'productId'>) {
  const { store, href, product, shortId, tested, published } = await readProduct(params, '/publish');
  const changes = changesOfProduct(published, tested);
  const liveHref = `${basePath(store.slug, 'prod')}/products/${shortId}`;
  return (
    <>
      <PageHeader
        title={`Publish ${tested.name}`}
        description={
          changes.length > 0 &&
          `Test version ${tested.versionNumber} becomes live version ${(published?.versionNumber ?? 0) + 1}.`
        }
        parent={{ href, label: tested.name }}
      />
      {changes.length === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title="Live version is up to date"
          action={<ButtonLink href={liveHref}>View live product</ButtonLink>}
        >
          The test and live versions are identical. Edit the product in test mode to publish changes.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          {!store.prodEnabled && (
            <Alert tone="warning" role="note">
              Your business is not verified yet. The product can’t be bought until your store is verified.
            </Alert>
          )}
          <CardSection
            title="Changes to live mode"
            description={published ? 'Only these changes will go live.' : 'This product is not live yet.'}
            flush
          >
            <Difference groups={describeChanges(changes)} label="Changes to live mode" />
            <div className="flex flex-col gap-4 border-t border-border px-4 py-4 sm:px-5">
              <ul className="max-w-prose list-disc space-y-1.5 ps-5 text-sm marker:text-muted">
                {published ? (
                  <>
                    <li>
                      The live status stays {product.prodStatus}. Open checkouts, orders and subscriptions keep their
                      version.
                    </li>
                    <li>
                      Through the API, use <code className="font-mono text-xs">update-product</code> with a live key to
                      publish changes.
                    </li>
                  </>
                ) : (
                  <>
                    <li>
                      {store.prodEnabled
                        ? 'The product is available immediately to anyone with a live checkout link.'
                        : 'The product becomes available as soon as your store is verified.'}
                    </li>
                    <li>A product can’t be unpublished. Deactivate it to stop new purchases.</li>
                  </>
                )}
              </ul>
              <ContentButton
                productId={shortId}
                productType={product.type}
                environment="prod"
                {...(published
                  ? { verb: 'update-product', body: updateBodyOf(tested) }
                  : { verb: 'publish-product', body: { testVersionId: tested.id } })}
                label="Publish to live mode"
                icon="publish"
                doneHref={liveHref}
              />
            </div>
          </CardSection>
        </div>
      )}
    </>
  );
}
