import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CheckoutView } from '../../server/checkout/view.ts';
import { ButtonLink } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { LocalTime } from './local-time.tsx';
import { primaryLook } from './primary-look.ts';
import { Sheet } from './sheet.tsx';
import { StateHeading } from './state-heading.tsx';

type Paid = NonNullable<CheckoutView['receipt']>;

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

const titleOf = ({ subscription }: Paid): string =>
  subscription?.isTrial ? 'Thank you. Your trial has begun.' : 'Thank you. Your payment went through.';

/** What was bought and paid, and the way on to the shop. */
export function Receipt({ view, receipt }: { view: CheckoutView; receipt: Paid }) {
  const { product, store, email, returnUrl, language } = view;
  const { subscription } = receipt;
  const goTo = returnUrl ?? store.website;
  return (
    <Sheet className="mx-auto mt-2 flex w-full max-w-md flex-col gap-6 sm:mt-8">
      <div className="flex flex-col items-center gap-2 text-center">
        <CircleCheck className="size-12 text-success-text" strokeWidth={1.5} aria-hidden />
        <StateHeading className="text-xl">{titleOf(receipt)}</StateHeading>
        <p className="text-3xl font-semibold tracking-tight tabular-nums">{receipt.total}</p>
      </div>
      <dl className="flex flex-col gap-3 border-t border-dashed border-control pt-5 text-sm">
        <Line term="Product">{product.name}</Line>
        {subscription && <Line term="Billed">{subscription.every}</Line>}
        <Line term="Subtotal">{receipt.subtotal}</Line>
        <Line term={receipt.taxName}>{receipt.tax}</Line>
        <Line term="Total">{receipt.total}</Line>
        {subscription?.next && (
          <Line term={subscription.next.isEnd ? 'Ends' : 'Next charge'}>
            {subscription.next.isEnd ? subscription.next.on : `${subscription.next.total} on ${subscription.next.on}`}
          </Line>
        )}
        <Line term="Paid to">{store.name}</Line>
        {receipt.cardLast4 && (
          <Line term="Card">
            {brands[receipt.cardBrand ?? ''] ?? 'Card'} <span dir="ltr">•••• {receipt.cardLast4}</span>
          </Line>
        )}
        <Line term="Date">
          <LocalTime value={receipt.paidAt.toISOString()} language={language} />
        </Line>
        {email && <Line term="Email">{email}</Line>}
        <div className="flex flex-col">
          <dt className="text-muted">Order</dt>
          <dd className="flex items-center justify-between gap-2">
            <code className="min-w-0 font-mono break-all" dir="ltr">
              {receipt.orderId}
            </code>
            <CopyButton value={receipt.orderId} what="order number" variant="ghost" className="min-h-11!" />
          </dd>
        </div>
      </dl>
      {goTo && (
        <ButtonLink variant="primary" size="large" className={primaryLook} href={goTo}>
          {returnUrl ? `Continue to ${store.name}` : `Go to ${store.name}`}
        </ButtonLink>
      )}
    </Sheet>
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
