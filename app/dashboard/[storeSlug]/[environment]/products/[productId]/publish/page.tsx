import { CircleCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { basePath } from '#app/dashboard/scope.ts';
import { ContentButton } from '#components/dashboard/products/content-button.tsx';
import { Difference } from '#components/dashboard/products/difference.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { describeChanges } from '#server/catalog/rules/product-change-words.ts';
import { changesOfProduct } from '#server/catalog/rules/product-diff.ts';
import { givenContent } from '../given-content.ts';
import { type ProductParams, readProduct } from '../read-product.ts';

interface Props {
  params: Promise<ProductParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Publish ${(await readProduct(params, '/publish')).tested.name}` };
}

/** What prod would get, before it gets it: the difference between its version and test's. */
export default async function PublishPage({ params }: Props) {
  const { store, href, product, shortId, tested, published } = await readProduct(params, '/publish');
  const changes = changesOfProduct(published, tested);
  const inProd = `${basePath(store.slug, 'prod')}/products/${shortId}`;
  return (
    <>
      <PageHeader
        title={`Publish ${tested.name}`}
        description={
          published
            ? `Test version ${tested.versionNumber} becomes version ${published.versionNumber + 1} in prod.`
            : `Test version ${tested.versionNumber} becomes version 1 in prod.`
        }
        parent={{ href, label: tested.name }}
      />
      {changes.length === 0 ? (
        <EmptyState
          icon={CircleCheck}
          title="Prod is up to date"
          action={<ButtonLink href={inProd}>Show it in prod</ButtonLink>}
        >
          What test has is what buyers in prod get. Change the product in test, and publish what you changed here.
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-6">
          {!store.prodEnabled && (
            <Alert tone="warning" role="note">
              This store is not enabled for prod yet. The product cannot be bought before that, even when it is
              published.
            </Alert>
          )}
          <CardSection
            title="What changes in prod"
            description={published ? 'This, and nothing else.' : 'It is new there: all of it.'}
            flush
          >
            <Difference groups={describeChanges(changes)} label="What changes in prod" />
            <div className="flex flex-col gap-4 border-t border-border px-4 py-4 sm:px-5">
              <ul className="max-w-prose list-disc space-y-1.5 ps-5 text-sm marker:text-muted">
                {published ? (
                  <>
                    <li>
                      The product stays {product.prodStatus === 'active' ? 'on sale' : 'off sale'} in prod. Checkouts
                      that are open, orders and subscriptions keep the version that they were made with.
                    </li>
                    <li>
                      Through the API, a product is published once; later changes reach prod by{' '}
                      <code className="font-mono text-xs">update-product</code> with a prod key. This does the same.
                    </li>
                  </>
                ) : (
                  <>
                    <li>
                      {store.prodEnabled
                        ? 'It is on sale in prod at once: anyone with a prod checkout link can buy it.'
                        : 'It goes on sale in prod as soon as the store is enabled for it.'}
                    </li>
                    <li>It cannot be unpublished; taking it off sale ends new purchases.</li>
                  </>
                )}
              </ul>
              <ContentButton
                productId={shortId}
                productType={product.type}
                environment="prod"
                {...(published
                  ? { verb: 'update-product', body: givenContent(tested) }
                  : { verb: 'publish-product', body: { testVersionId: tested.id } })}
                label="Publish to prod"
                icon="publish"
                doneHref={inProd}
              />
            </div>
          </CardSection>
        </div>
      )}
    </>
  );
}
