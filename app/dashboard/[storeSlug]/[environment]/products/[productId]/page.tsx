import type { Metadata } from 'next';
import { CheckoutLinkButton } from '../../../../../../components/dashboard/products/checkout-link-button.tsx';
import { Description } from '../../../../../../components/dashboard/products/markdown.tsx';
import { PublishButton } from '../../../../../../components/dashboard/products/publish-button.tsx';
import { VersionList } from '../../../../../../components/dashboard/products/version-list.tsx';
import { ProductBadge } from '../../../../../../components/dashboard/status-badge.tsx';
import { Alert } from '../../../../../../components/ui/alert.tsx';
import { CardSection } from '../../../../../../components/ui/card.tsx';
import { CopyField } from '../../../../../../components/ui/copy-field.tsx';
import { Definition, DefinitionList } from '../../../../../../components/ui/definition-list.tsx';
import { PageHeader } from '../../../../../../components/ui/page-header.tsx';
import { toShortId } from '../../../../../../server/domain/ids.ts';
import { trialDaysOf } from '../../../../../../server/domain/trial.ts';
import { statusIn } from '../../../../../../server/queries/products.ts';
import { readablePeriod, readablePrices } from '../readable-prices.ts';
import { type ProductParams, readProduct } from './read-product.ts';

interface Props {
  params: Promise<ProductParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readProduct(params)).version.name };
}

export default async function ProductPage({ params }: Props) {
  const { store, environment, base, product, version, tested, versions, isHere } = await readProduct(params);
  const id = toShortId('PROD', product.id);
  const prices = readablePrices(version);
  const period = readablePeriod(version);
  const trialDays = trialDaysOf(version);
  const isActive = isHere && statusIn(product, environment) === 'active';
  const publish = product.prodVersionId === null && (
    <PublishButton
      productId={id}
      productType={product.type}
      name={tested.name}
      versionNumber={tested.versionNumber}
      prices={readablePrices(tested).map(({ amount }) => amount)}
      isStoreEnabled={store.prodEnabled}
    />
  );
  return (
    <>
      <PageHeader
        title={version.name}
        parent={{ href: `${base}/products`, label: 'Products' }}
        mark={<ProductBadge status={isHere ? statusIn(product, environment) : 'unpublished'} />}
        actions={
          <>
            {isActive && (
              <CheckoutLinkButton
                storeId={toShortId('STO', store.id)}
                productId={id}
                productType={product.type}
                environment={environment}
                prices={prices}
              />
            )}
            {publish}
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {!isHere && (
          <Alert tone="warning" role="note" title="Not published">
            Nobody can buy this product in prod. What you see is its version in test; publishing copies that to prod.
          </Alert>
        )}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <CardSection title="Details">
            <DefinitionList>
              <Definition term="Type">
                {period ? `Subscription, billed ${period}` : 'One-time purchase'}
                {period && trialDays > 0 && `, after a trial of ${trialDays === 1 ? '1 day' : `${trialDays} days`}`}
              </Definition>
              <Definition term="Description">
                {version.description ? (
                  <Description text={version.description} />
                ) : (
                  <span className="text-muted">None</span>
                )}
              </Definition>
              <Definition term="Picture or video">
                {version.media.length > 0 ? (
                  version.media.map(({ url }) => (
                    <a key={url} href={url} rel="noreferrer" className="block break-all text-link underline">
                      {url}
                    </a>
                  ))
                ) : (
                  <span className="text-muted">None</span>
                )}
              </Definition>
              <Definition term="After payment">
                {version.successUrl ? (
                  <span className="break-all">{version.successUrl}</span>
                ) : (
                  <span className="text-muted">Your store’s thank-you page</span>
                )}
              </Definition>
              <Definition term="Product id">
                <CopyField value={id} what="product id" className="max-w-sm" />
              </Definition>
            </DefinitionList>
          </CardSection>
          <CardSection title="Prices">
            <ul className="divide-y divide-border text-sm">
              {prices.map(({ currency, amount, trial }) => (
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
        <CardSection
          title="Versions"
          description="A version never changes. An order keeps the one it was made with."
          flush
        >
          <VersionList
            versions={versions.map((one) => ({
              id: one.id,
              environment: one.environment,
              number: one.versionNumber,
              name: one.name,
              prices: readablePrices(one).map(({ amount }) => amount),
              isCurrent: one.id === product.testVersionId || one.id === product.prodVersionId,
              createdAt: one.createdAt,
            }))}
          />
        </CardSection>
      </div>
    </>
  );
}
