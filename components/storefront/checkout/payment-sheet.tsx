import type { ReactNode } from 'react';
import type { CheckoutView } from '#server/storefront/checkout/view.ts';
import { usePage } from '../page/page-context.tsx';
import { Sheet } from '../page/sheet.tsx';
import { BankQuestion } from './bank-question.tsx';
import { StateHeading } from './state-heading.tsx';

/** A payment form, below a pending challenge. `heading` is the one without a challenge. */
export function PaymentSheet({
  view: { challengePath },
  heading,
  children,
}: {
  view: CheckoutView;
  heading: 'form.label' | 'change.confirm';
  children: ReactNode;
}) {
  const { say } = usePage();
  return (
    <Sheet>
      {challengePath && <BankQuestion path={challengePath} />}
      <StateHeading level={2} className="mb-5 text-lg">
        {say(challengePath ? 'form.payAnotherWay' : heading)}
      </StateHeading>
      {children}
    </Sheet>
  );
}
