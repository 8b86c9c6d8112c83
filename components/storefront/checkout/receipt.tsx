import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { ButtonLink } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { portalAddress } from '#server/customers/rules/portal-address.ts';
import type { Say } from '#server/i18n/say.ts';
import type { CheckoutView } from '#server/storefront/checkout/view.ts';
import type { CheckoutReceipt, PaidWith } from '#server/storefront/checkout/view-receipt.ts';
import { LocalTime } from '../page/local-time.tsx';
import { usePage, useSay } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { primaryLinkLook } from '../theme/primary-look.ts';
import { checkoutPath } from './checkout-path.ts';
import { StateHeading } from './state-heading.tsx';

/** The receipt, with a link back to the store. */
export function Receipt({ view, receipt }: { view: CheckoutView; receipt: CheckoutReceipt }) {
  const { say, withChoices } = usePage();
  const { store, returnUrl } = view;
  const goTo = returnUrl ?? store.website;
  return (
    <Sheet className="mx-auto mt-2 flex w-full max-w-md flex-col gap-6 sm:mt-8">
      <div className="flex flex-col items-center gap-2 text-center">
        <CircleCheck className="size-12 text-success-text" strokeWidth={1.5} aria-hidden />
        <StateHeading className="text-xl">
          {say(view.change ? 'change.done' : receipt.subscription?.isTrial ? 'receipt.trialBegun' : 'receipt.paid')}
        </StateHeading>
        <p className="text-3xl font-semibold tracking-tight tabular-nums">{receipt.total}</p>
      </div>
      <Facts view={view} receipt={receipt} />
      <div className="flex flex-col gap-2">
        {goTo && (
          <ButtonLink variant="primary" size="large" className={primaryLinkLook} href={goTo}>
            <span className="min-w-0 break-words">
              {say(returnUrl ? 'receipt.continueTo' : 'common.goToStore', { store: store.name })}
            </span>
          </ButtonLink>
        )}
        <div className="flex flex-wrap justify-center gap-x-2">
          <ButtonLink variant="ghost" className="min-h-11!" href={withChoices(`${checkoutPath(view)}/receipt.pdf`)}>
            {say('receipt.pdf')}
          </ButtonLink>
          <ButtonLink
            variant="ghost"
            className="min-h-11!"
            href={withChoices(portalAddress(view.store, view.environment))}
            target="_top"
          >
            {say('receipt.portal')}
          </ButtonLink>
        </div>
      </div>
    </Sheet>
  );
}

function Facts({ view, receipt }: { view: CheckoutView; receipt: CheckoutReceipt }) {
  const say = useSay();
  const { product, store } = view;
  const { subscription, business } = receipt;
  return (
    <dl className="flex flex-col gap-3 border-t border-dashed border-control pt-5 text-sm">
      <Line term={say('receipt.product')}>{product.name}</Line>
      {subscription && <Line term={say('receipt.billed')}>{subscription.every}</Line>}
      <Line term={say('due.subtotal')}>{receipt.subtotal}</Line>
      <Line term={receipt.taxName}>{receipt.tax}</Line>
      {receipt.credit && <Line term={say('change.creditUsed')}>{receipt.credit}</Line>}
      <Line term={say('receipt.total')}>
        <strong className="font-semibold">{receipt.total}</strong>
      </Line>
      {receipt.refunds.map(({ term, value, details }) => (
        <Sum key={`${term} ${value}`} term={term} details={details}>
          {value}
        </Sum>
      ))}
      {receipt.afterRefunds && (
        <Sum term={receipt.afterRefunds.term}>
          <strong className="font-semibold">{receipt.afterRefunds.value}</strong>
        </Sum>
      )}
      {receipt.isReverseCharge && <p className="text-muted">{say('due.reverseChargeNote')}</p>}
      {subscription?.next && (
        <Line term={say(subscription.next.isEnd ? 'receipt.ends' : 'receipt.nextCharge')}>
          {subscription.next.isEnd
            ? subscription.next.on
            : say('receipt.nextChargeOn', { total: subscription.next.total, date: subscription.next.on })}
        </Line>
      )}
      <Line term={say('receipt.paidTo')}>{store.name}</Line>
      <Method {...receipt.method} />
      <Line term={say('receipt.date')}>
        <LocalTime value={receipt.paidAt} />
      </Line>
      {business?.name && <Line term={say('receipt.business')}>{business.name}</Line>}
      {business?.taxId && <Line term={say('receipt.taxId')}>{business.taxId}</Line>}
      <OrderNumber value={receipt.orderId} />
    </dl>
  );
}

/** The payment method: brand and last four digits, left to right in every language. */
function Method({ isCard, name, last4 }: PaidWith) {
  const say = useSay();
  if (!name && !last4) return null;
  return (
    <Line term={say(isCard ? 'receipt.card' : 'receipt.method')}>
      <span dir="ltr">
        {name}
        {name && last4 && ' '}
        {last4 && `•••• ${last4}`}
      </span>
    </Line>
  );
}

function OrderNumber({ value }: { value: string }) {
  const say = useSay();
  return (
    <div className="flex flex-col">
      <dt className="text-muted">{say('receipt.order')}</dt>
      <dd className="flex items-center justify-between gap-2">
        <code className="min-w-0 font-mono break-all" dir="ltr">
          {value}
        </code>
        <CopyButton
          value={value}
          label={say('receipt.orderNumber')}
          words={copyWords(say)}
          variant="ghost"
          className="min-h-11!"
        />
      </dd>
    </div>
  );
}

const copyWords = (say: Say) => ({
  copy: say('common.copyShort'),
  copyLabel: say('common.copy', { what: say('receipt.orderNumber') }),
  copied: say('common.copied'),
  byHand: say('common.copyByHand'),
});

/** An amount below its term, which may take two lines, with optional details. */
function Sum({ term, details = [], children }: { term: string; details?: readonly string[]; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6">
      <dt className="break-words text-muted">{term}</dt>
      <dd className="text-end tabular-nums">{children}</dd>
      {details.map((detail) => (
        <dd key={detail} className="col-span-2 break-words text-xs text-muted">
          <bdi>{detail}</bdi>
        </dd>
      ))}
    </div>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt className="shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 text-end break-words">{children}</dd>
    </div>
  );
}
