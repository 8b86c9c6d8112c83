import { Pencil, Rocket } from 'lucide-react';
import type { Metadata } from 'next';
import { Suspense } from 'react';
import { basePath, readProvider, type StorePageProps } from '#app/dashboard/scope.ts';
import { CheckoutLinkButton } from '#components/dashboard/products/checkout-link-button.tsx';
import { ProductDetails } from '#components/dashboard/products/product-details.tsx';
import { StatusSwitch } from '#components/dashboard/products/status-switch.tsx';
import { VersionList } from '#components/dashboard/products/version-list.tsx';
import { ProductBadge } from '#components/dashboard/status-badge.tsx';
import { Alert } from '#components/ui/alert.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { Link } from '#components/ui/link.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { trialDaysOf } from '#server/billing/subscriptions/rules/trial.ts';
import { statusIn } from '#server/catalog/data/product-columns.ts';
import { listVersionLines } from '#server/catalog/data/product-pages.ts';
import { isSameContent } from '#server/catalog/rules/product-content.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readablePeriod, readablePrices } from '../readable-prices.ts';
import { ProductFigures, ProductFiguresSkeleton } from './product-figures.tsx';
import { readProduct } from './read-product.ts';

/** The number of versions on the product's page. */
const shownVersions = 5;

export async function generateMetadata({ params }: StorePageProps<'productId'>): Promise<Metadata> {
  return { title: (await readProduct(params)).version.name };
}

export default async function ProductPage({ params }: StorePageProps<'productId'>) {
  const found = await readProduct(params);
  const { db, store, environment, scope, base, href, product, shortId, version, tested, published, isInEnvironment } =
    found;
  const [rows, provider] = await Promise.all([
    listVersionLines(db, scope, product.id, { limit: shownVersions }),
    readProvider(found),
  ]);
  const status = statusIn(product, environment);
  const modeName = environment === 'test' ? 'test' : 'live';
  const isDifferent = published !== undefined && !isSameContent(tested, published);
  return (
    <>
      <PageHeader
        title={version.name}
        parent={{ href: `${base}/products`, label: 'Products' }}
        mark={<ProductBadge status={isInEnvironment ? status : 'unpublished'} />}
        actions={
          <>
            <ButtonLink href={`${basePath(store.slug, 'test')}/products/${shortId}/edit`}>
              <Pencil className="size-4" aria-hidden />
              {environment === 'test' ? 'Edit' : 'Edit in test mode'}
            </ButtonLink>
            {isInEnvironment && status === 'active' && (
              <CheckoutLinkButton
                storeId={toShortId('STO', store.id)}
                productId={shortId}
                productType={product.type}
                environment={environment}
                provider={provider}
                prices={readablePrices(version)}
              />
            )}
            {(!published || isDifferent) && (
              <ButtonLink href={`${href}/publish`} variant="primary">
                <Rocket className="size-4" aria-hidden />
                Publish
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {!isInEnvironment && (
          <Alert tone="warning" role="note" title="Not published">
            This page shows the test version. Publish the product to sell it in live mode.
          </Alert>
        )}
        {isDifferent && (
          <Alert role="note" title="Unpublished changes">
            The test version has changes that are not live yet. <Link href={`${href}/publish`}>Review changes</Link>
          </Alert>
        )}
        {isInEnvironment && (
          <Suspense fallback={<ProductFiguresSkeleton found={found} />}>
            <ProductFigures found={found} />
          </Suspense>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <CardSection title="Details">
            <ProductDetails
              id={shortId}
              version={version}
              period={readablePeriod(version)}
              ordersHref={`${base}/orders?product=${shortId}`}
              trialDays={product.type === 'subscription' ? trialDaysOf(version) : 0}
            />
          </CardSection>
          <div className="flex flex-col gap-6">
            {isInEnvironment && (
              <CardSection title={`Available in ${modeName} mode`}>
                <StatusSwitch
                  productId={shortId}
                  productType={product.type}
                  environment={environment}
                  status={status}
                />
              </CardSection>
            )}
            <CardSection title="Prices">
              <ul className="divide-y divide-border text-sm">
                {readablePrices(version).map(({ currency, amount, trial }) => (
                  <li key={currency} className="flex justify-between gap-4 py-2 first:pt-0 last:pb-0">
                    <span className="text-muted">{currency}</span>
                    <span className="text-end font-medium tabular-nums">
                      {amount}
                      {trial && <span className="block font-normal text-muted">{trial} for the trial</span>}
                    </span>
                  </li>
                ))}
              </ul>
            </CardSection>
          </div>
        </div>
        {rows.length > 0 && (
          <CardSection
            title={environment === 'test' ? 'Test versions' : 'Live versions'}
            description="Versions are immutable. Existing orders keep theirs."
            action={
              <Link href={`${href}/versions`} className="text-sm text-link underline">
                View all versions
              </Link>
            }
            flush
          >
            <VersionList
              versions={rows.map((row) => ({
                number: row.versionNumber,
                name: row.name,
                prices: readablePrices(row).map(({ amount }) => amount),
                isCurrent: row.id === version.id,
                createdAt: row.createdAt,
                changesHref:
                  row.versionNumber > 1
                    ? `${href}/versions?from=${row.versionNumber - 1}&to=${row.versionNumber}`
                    : undefined,
              }))}
            />
          </CardSection>
        )}
      </div>
    </>
  );
}
