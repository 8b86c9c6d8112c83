import { Equal, History } from 'lucide-react';
import type { Metadata } from 'next';
import type { StorePageProps } from '#app/dashboard/scope.ts';
import { ContentButton } from '#components/dashboard/products/content-button.tsx';
import { Difference } from '#components/dashboard/products/difference.tsx';
import { VersionPicker } from '#components/dashboard/products/version-picker.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { CardSection } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { listVersionLines } from '#server/catalog/data/product-pages.ts';
import { describeChanges } from '#server/catalog/rules/product-change-words.ts';
import { changesOfProduct } from '#server/catalog/rules/product-diff.ts';
import { readablePrices } from '../../readable-prices.ts';
import { readProduct } from '../read-product.ts';
import { updateBodyOf } from '../update-body.ts';
import { readCompared } from './compared.ts';

const pageSize = 20;

export async function generateMetadata({ params }: StorePageProps<'productId'>): Promise<Metadata> {
  return { title: `Versions of ${(await readProduct(params, '/versions')).version.name}` };
}

export default async function VersionsPage({ params, searchParams }: StorePageProps<'productId'>) {
  const found = await readProduct(params, '/versions');
  const { db, environment, scope, href, product, shortId, version, isInEnvironment } = found;
  const header = (
    <PageHeader
      title="Versions"
      description={`${environment === 'test' ? 'Test' : 'Live'} versions. Each save creates a new version.`}
      parent={{ href, label: version.name }}
      actions={environment === 'test' && <LiveComparisonLink href={href} found={found} />}
    />
  );
  if (!isInEnvironment) {
    return (
      <>
        {header}
        <EmptyState icon={History} title="No versions yet" action={<ButtonLink href={href}>Go to product</ButtonLink>}>
          Publish the product to create its first live version.
        </EmptyState>
      </>
    );
  }
  const { from, to, before } = await readCompared(searchParams, found);
  const lines = await listVersionLines(db, scope, product.id, {
    limit: pageSize + 1,
    before: before === '' ? undefined : Number(before),
  });
  const groups = describeChanges(changesOfProduct(from.version, to.version));
  const compared = { from: from.text, to: to.text };
  const listHref = (start: string) => `${href}/versions?${new URLSearchParams({ ...compared, before: start })}`;
  const isComparable = from.version.id !== to.version.id || version.versionNumber > 1;
  const canRestore = to.version.environment === environment && to.version.id !== version.id;
  return (
    <>
      {header}
      <div className="flex flex-col gap-6">
        {isComparable && (
          <CardSection title={`Compare ${from.name} with ${to.name}`} flush>
            {groups.length > 0 ? (
              <Difference groups={groups} label={`Changes from ${from.name} to ${to.name}`} />
            ) : (
              <EmptyState icon={Equal} title="No difference">
                {from.version.id === to.version.id
                  ? 'You selected the same version twice.'
                  : 'Both versions have the same content.'}
              </EmptyState>
            )}
            {canRestore && groups.length > 0 && (
              <div className="border-t border-border px-4 py-4 sm:px-5">
                {from.version.id === version.id ? (
                  <div className="flex flex-col gap-3">
                    <p className="max-w-prose text-sm text-muted">
                      Restoring {to.name} creates a new version with these changes
                      {environment === 'prod' ? ', live immediately' : ''}. All versions are kept.
                    </p>
                    <ContentButton
                      key={version.id}
                      productId={shortId}
                      productType={product.type}
                      environment={environment}
                      verb="update-product"
                      body={updateBodyOf(to.version)}
                      label={`Restore ${to.name}`}
                      icon="restore"
                      doneHref={href}
                      restores={{ over: String(version.versionNumber), from: to.text }}
                    />
                  </div>
                ) : (
                  <ButtonLink href={`${href}/versions?from=${version.versionNumber}&to=${to.text}`} size="small">
                    Compare with current version to restore {to.name}
                  </ButtonLink>
                )}
              </div>
            )}
          </CardSection>
        )}
        <CardSection title="All versions" flush>
          <VersionPicker
            href={`${href}/versions`}
            {...compared}
            before={before}
            versions={lines.slice(0, pageSize).map((line) => ({
              number: line.versionNumber,
              name: line.name,
              prices: readablePrices(line).map(({ amount }) => amount),
              isCurrent: line.id === version.id,
              createdAt: line.createdAt,
            }))}
          />
          <Pagination
            newest={before === '' ? undefined : listHref('')}
            older={lines.length > pageSize ? listHref(String(lines[pageSize - 1]?.versionNumber)) : undefined}
          />
        </CardSection>
      </div>
    </>
  );
}

/** Compares the live version with the test version. */
function LiveComparisonLink({
  href,
  found: { published, tested },
}: {
  href: string;
  found: Awaited<ReturnType<typeof readProduct>>;
}) {
  if (!published) return null;
  return (
    <ButtonLink size="small" href={`${href}/versions?from=prod-${published.versionNumber}&to=${tested.versionNumber}`}>
      Compare live with test
    </ButtonLink>
  );
}
