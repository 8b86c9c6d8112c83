import type { Metadata, Viewport } from 'next';
import { CustomerToken } from '../../../../components/checkout/customer-token.tsx';
import { Frame } from '../../../../components/checkout/frame.tsx';
import { ClosedNotice } from '../../../../components/checkout/notice.tsx';
import { PayForm } from '../../../../components/checkout/pay-form.tsx';
import { Processing } from '../../../../components/checkout/processing.tsx';
import { QuoteProvider } from '../../../../components/checkout/quote.tsx';
import { Receipt } from '../../../../components/checkout/receipt.tsx';
import { Sheet } from '../../../../components/checkout/sheet.tsx';
import { StateHeading } from '../../../../components/checkout/state-heading.tsx';
import { About, Summary } from '../../../../components/checkout/summary.tsx';
import { pageColor } from '../../../../components/checkout/theme-css.ts';
import { ButtonLink } from '../../../../components/ui/button.tsx';
import type { CheckoutView } from '../../../../server/checkout/view.ts';
import { readClock } from '../../../../server/clock.ts';
import { buyerLists, testCards } from './form-lists.ts';
import { type CheckoutParams, checkoutPath, likelyCountry, requireCheckout } from './read-page.ts';

interface Props {
  params: Promise<CheckoutParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { product, store } = await requireCheckout(params);
  return {
    title: { absolute: `${product.name} · ${store.name}` },
    description: null,
    robots: { index: false, follow: false },
  };
}

export async function generateViewport({ params }: Props): Promise<Viewport> {
  const { store, darkMode } = await requireCheckout(params);
  const [light, dark] = [pageColor(store.checkoutSettings, 'light'), pageColor(store.checkoutSettings, 'dark')];
  if (darkMode !== undefined) return { themeColor: darkMode ? dark : light };
  return {
    themeColor: [
      { media: '(prefers-color-scheme: light)', color: light },
      { media: '(prefers-color-scheme: dark)', color: dark },
    ],
  };
}

/** The hosted checkout: one session, in whatever state it is. The session's id in the address is the credential. */
export default async function CheckoutPage({ params }: Props) {
  const view = await requireCheckout(params);
  const { store, state, darkMode, environment, returnUrl } = view;
  return (
    <Frame
      store={store}
      settings={store.checkoutSettings}
      darkMode={darkMode}
      isTest={environment === 'test'}
      state={state}
      returnUrl={returnUrl}
    >
      <Content view={view} />
    </Frame>
  );
}

function Content({ view }: { view: CheckoutView }) {
  const { state, receipt, store, product } = view;
  if (state === 'canceled' || state === 'expired' || state === 'unavailable') {
    return <ClosedNotice state={state} store={store} product={product.name} />;
  }
  if (receipt) return <Receipt view={view} receipt={receipt} />;
  return (
    <QuoteProvider initial={view.quote} path={`${checkoutPath(view)}/quote`}>
      <CustomerToken path={`${checkoutPath(view)}/customer`} />
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-7 min-[60rem]:grid-cols-[minmax(0,1fr)_27rem] min-[60rem]:grid-rows-[auto_1fr]">
        <Summary view={view} />
        <div className="min-[60rem]:col-start-2 min-[60rem]:row-span-2 min-[60rem]:row-start-1">
          {state === 'processing' ? <Processing renderedAt={readClock().toISOString()} /> : <Payment view={view} />}
        </div>
        <About description={product.description} />
      </div>
    </QuoteProvider>
  );
}

/** The form, and above it the bank's question where one is open. */
async function Payment({ view }: { view: CheckoutView }) {
  const { email, billingDetail, challengePath, language, lastFailure } = view;
  const now = readClock();
  const country = billingDetail?.country ?? (await likelyCountry());
  const prefill = {
    email: email ?? '',
    country,
    state: billingDetail?.state ?? '',
    postcode: billingDetail?.postcode ?? '',
  };
  return (
    <Sheet>
      {challengePath && <BankQuestion path={challengePath} />}
      <StateHeading level={2} className="mb-5 text-lg">
        {challengePath ? 'Or pay with another card' : 'Pay by card'}
      </StateHeading>
      <PayForm
        payPath={`${checkoutPath(view)}/pay`}
        renderedAt={now.toISOString()}
        lastFailure={lastFailure}
        prefill={prefill}
        lists={buyerLists(language)}
        testCards={testCards}
        testExpiry={`12 / ${String(now.getUTCFullYear() + 3).slice(-2)}`}
      />
    </Sheet>
  );
}

function BankQuestion({ path }: { path: string }) {
  return (
    <section aria-labelledby="bank" className="mb-7 flex flex-col gap-3 border-b border-border pb-7">
      <h2 id="bank" className="text-lg font-semibold tracking-tight">
        Your bank wants to confirm that it is you
      </h2>
      <p>You have not been charged yet. Your bank asks a question; then the payment goes on.</p>
      <ButtonLink href={path} size="large" prefetch={false} className="mt-1 w-full">
        Continue to your bank
      </ButtonLink>
    </section>
  );
}
