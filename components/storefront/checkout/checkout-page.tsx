import type { CheckoutForm } from '#server/storefront/checkout/form.ts';
import type { CheckoutView } from '#server/storefront/checkout/view.ts';
import { Frame } from '../page/frame.tsx';
import { ClosedNotice, PaidNotice } from '../page/notice.tsx';
import { usePage } from '../page/page-context.tsx';
import { ChangeContent, ScheduledNotice } from './change/change-content.tsx';
import { checkoutPath } from './checkout-path.ts';
import { CustomerToken } from './form/customer-token.tsx';
import { PayForm } from './form/pay-form.tsx';
import { QuoteProvider } from './form/quote.tsx';
import { PaymentSheet } from './payment-sheet.tsx';
import { Processing } from './processing.tsx';
import { Receipt } from './receipt.tsx';
import { StateWatch } from './state-watch.tsx';
import { About, Summary } from './summary.tsx';
import { useReturn } from './use-return.ts';

interface CheckoutPageProps {
  view: CheckoutView;
  form: CheckoutForm | null;
}

/** The hosted checkout page, for every state of a session. */
export function CheckoutPage({ view, form }: CheckoutPageProps) {
  useReturn(view.state);
  return (
    <Frame isTest={view.environment === 'test' ? true : view.isSandbox ? false : null}>
      <Content view={view} form={form} />
      <StateWatch state={view.state} returnUrl={view.returnUrl} />
    </Frame>
  );
}

function Content({ view, form }: CheckoutPageProps) {
  const { withChoices } = usePage();
  const { state, receipt, product } = view;
  if (state === 'canceled' || state === 'expired' || state === 'unavailable') {
    return <ClosedNotice state={state} view={view} />;
  }
  if (receipt) return <Receipt view={view} receipt={receipt} />;
  if (state === 'paid') return <PaidNotice view={view} />;
  if (state === 'scheduled') return <ScheduledNotice view={view} />;
  if (view.change) return <ChangeContent view={view} form={form} />;
  const path = checkoutPath(view);
  return (
    <QuoteProvider initial={view.quote} initialTaxId={form?.prefill.taxId ?? ''} path={withChoices(`${path}/quote`)}>
      <CustomerToken path={`${path}/customer`} />
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-7 min-[60rem]:grid-cols-[minmax(0,1fr)_27rem] min-[60rem]:grid-rows-[auto_1fr]">
        <Summary view={view} />
        <div className="min-[60rem]:col-start-2 min-[60rem]:row-span-2 min-[60rem]:row-start-1">
          {form ? <Payment view={view} form={form} /> : <Processing isSlow={view.isSlow} />}
        </div>
        <About product={product} />
      </div>
    </QuoteProvider>
  );
}

function Payment({ view, form }: { view: CheckoutView; form: CheckoutForm }) {
  const { withChoices } = usePage();
  const { challengePath, lastFailure } = view;
  return (
    <PaymentSheet view={view} heading="form.label">
      <PayForm
        payPath={withChoices(`${checkoutPath(view)}/pay`)}
        lastFailure={lastFailure}
        form={form}
        isSecond={challengePath !== null}
      />
    </PaymentSheet>
  );
}
