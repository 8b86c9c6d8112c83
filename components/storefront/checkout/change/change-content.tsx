import { CalendarClock } from 'lucide-react';
import { ButtonLink } from '#components/ui/button.tsx';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import type { CheckoutForm } from '#server/storefront/checkout/form.ts';
import type { CheckoutView } from '#server/storefront/checkout/view.ts';
import { NoticeSheet } from '../../page/notice.tsx';
import { usePage, useSay } from '../../page/page-context.tsx';
import { checkoutPath } from '../checkout-path.ts';
import { CustomerToken } from '../form/customer-token.tsx';
import { QuoteProvider } from '../form/quote.tsx';
import { PaymentSheet } from '../payment-sheet.tsx';
import { Processing } from '../processing.tsx';
import { ChangeForm } from './change-form.tsx';
import { ChangeSummary } from './change-summary.tsx';

/** The confirmation of a plan change: what it costs, and how it is paid. */
export function ChangeContent({ view, form }: { view: CheckoutView; form: CheckoutForm | null }) {
  const { withChoices } = usePage();
  const path = checkoutPath(view);
  return (
    <QuoteProvider initial={view.quote} initialTaxId="" path={withChoices(`${path}/quote`)}>
      <CustomerToken path={`${path}/customer`} />
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-7 min-[60rem]:grid-cols-[minmax(0,1fr)_27rem]">
        <ChangeSummary />
        {form ? <Confirmation view={view} form={form} /> : <Processing isSlow={view.isSlow} />}
      </div>
    </QuoteProvider>
  );
}

function Confirmation({ view, form }: { view: CheckoutView; form: CheckoutForm }) {
  const { withChoices } = usePage();
  const { challengePath, lastFailure } = view;
  return (
    <PaymentSheet view={view} heading="change.confirm">
      <ChangeForm
        payPath={withChoices(`${checkoutPath(view)}/pay`)}
        form={form}
        savedMethod={view.change?.savedMethod ?? null}
        lastFailure={lastFailure}
        isSecond={challengePath !== null}
      />
    </PaymentSheet>
  );
}

/** A confirmed change that happens at the period's end. */
export function ScheduledNotice({ view }: { view: CheckoutView }) {
  const say = useSay();
  const { withChoices } = usePage();
  const { store, environment, quote, returnUrl } = view;
  return (
    <NoticeSheet icon={CalendarClock} title={say('change.scheduledTitle')}>
      {quote.change?.startsOn && <p className="max-w-full break-words">{quote.change.startsOn}</p>}
      <ButtonLink variant="secondary" href={returnUrl ?? withChoices(portalAddress(store, environment))} target="_top">
        {say(returnUrl ? 'receipt.continueTo' : 'receipt.portal', { store: store.name })}
      </ButtonLink>
    </NoticeSheet>
  );
}
