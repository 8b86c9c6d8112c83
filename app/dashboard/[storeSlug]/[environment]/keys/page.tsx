import { BookOpen, KeyRound } from 'lucide-react';
import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { keyFileName } from '#components/dashboard/keys/key-file-name.ts';
import { KeyTable } from '#components/dashboard/keys/key-table.tsx';
import { NewKeyButton } from '#components/dashboard/keys/new-key-button.tsx';
import { SigningExample } from '#components/dashboard/keys/signing-example.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { Card, CardSection } from '#components/ui/card.tsx';
import { CopyField } from '#components/ui/copy-field.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { listApiKeys } from '#server/accounts/data/merchants.ts';
import { isKeyExpired, isKeyExpiring } from '#server/accounts/rules/key-access.ts';
import { listStoreProducts } from '#server/catalog/products.ts';
import { toShortId } from '#server/domain/ids.ts';
import { readClock } from '#server/platform/clock.ts';
import { settings } from '#server/platform/settings.ts';

export const metadata: Metadata = { title: 'API keys' };

export default async function KeysPage({ params }: StorePageProps) {
  const { db, merchant, store, environment, scope } = await requireScope(params, '/keys');
  const [apiKeys, [latestProduct]] = await Promise.all([
    listApiKeys(db, merchant.id),
    listStoreProducts(db, scope, { limit: 1, offset: 0 }),
  ]);
  const now = readClock();
  const keys = apiKeys
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .map((key) => ({
      ...key,
      expiry: isKeyExpired(key, now)
        ? ('past' as const)
        : isKeyExpiring(key, now)
          ? ('near' as const)
          : ('far' as const),
    }));
  const newKey = <NewKeyButton environment={environment} />;
  const keyFile = keyFileName(keys[0]?.nickname ?? '', environment);
  const merchantId = toShortId('MER', merchant.id);
  return (
    <>
      <PageHeader
        title="API keys"
        description="Your backend signs API calls with a private key. Only the public key is stored here. Keys work across all your stores."
        actions={newKey}
      />
      <div className="flex flex-col gap-6">
        <Card>
          {keys.length === 0 ? (
            <EmptyState icon={KeyRound} title="No API keys yet">
              Each key works in test or live mode. The private key is generated in your browser and never leaves it.
            </EmptyState>
          ) : (
            <KeyTable keys={keys} />
          )}
        </Card>
        <CardSection
          title="Sign a call"
          description={`Creates a checkout link. Save the script next to your downloaded key, ${keyFile}.`}
          action={
            <ButtonLink href="/docs#signing" size="small">
              <BookOpen className="size-4" aria-hidden />
              Signing guide
            </ButtonLink>
          }
        >
          <div className="mb-5 flex max-w-md flex-col gap-1.5 text-sm">
            <p className="text-muted">Merchant ID for the X-Merchant-Id header</p>
            <CopyField value={merchantId} label="merchant ID" />
          </div>
          <SigningExample
            keyFile={keyFile}
            appUrl={settings().appUrl}
            merchantId={merchantId}
            storeId={toShortId('STO', store.id)}
            productId={latestProduct ? toShortId('PROD', latestProduct.product.id) : 'PROD_xxx'}
            productType={latestProduct?.product.type ?? 'onetime'}
            currency={Object.keys(latestProduct?.version?.prices ?? {})[0] ?? 'USD'}
          />
        </CardSection>
      </div>
    </>
  );
}
