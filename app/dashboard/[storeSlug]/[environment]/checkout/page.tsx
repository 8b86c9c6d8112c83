import type { Metadata } from 'next';
import { requireScope, type StorePageProps } from '#app/dashboard/scope.ts';
import { Embedding } from '#components/dashboard/checkout-theme/embedding.tsx';
import { ReturnSites } from '#components/dashboard/checkout-theme/return-sites.tsx';
import { ThemeEditor } from '#components/dashboard/checkout-theme/theme-editor.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { toShortId } from '#server/domain/ids.ts';
import { maxOrigins } from '#server/stores/rules/frame-origin.ts';
import { mayUpdateStore } from '#server/stores/rules/roles.ts';

export const metadata: Metadata = { title: 'Checkout' };

export default async function CheckoutSettingsPage({ params }: StorePageProps) {
  const { store, environment, base } = await requireScope(params, '/checkout');
  const common = { storeId: toShortId('STO', store.id), environment, mayEdit: mayUpdateStore(store.role) };
  return (
    <>
      <PageHeader
        title="Checkout"
        description="Your checkout’s appearance, and the sites that may embed it. Applies to test and live."
      />
      <div className="flex flex-col gap-6">
        <ThemeEditor {...common} settings={store.checkoutSettings} previewPath={`${base}/checkout/preview`} />
        <Embedding {...common} origins={store.checkoutFrameOrigins} maxOrigins={maxOrigins} />
        <ReturnSites {...common} origins={store.checkoutReturnOrigins} maxOrigins={maxOrigins} />
      </div>
    </>
  );
}
