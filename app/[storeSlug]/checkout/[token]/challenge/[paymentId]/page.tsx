import { Landmark } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { BankAnswer } from '../../../../../../components/checkout/bank-answer.tsx';
import { Frame } from '../../../../../../components/checkout/frame.tsx';
import { Sheet } from '../../../../../../components/checkout/sheet.tsx';
import { StateHeading } from '../../../../../../components/checkout/state-heading.tsx';
import { Alert } from '../../../../../../components/ui/alert.tsx';
import { type CheckoutParams, checkoutPath, requireCheckout } from '../../read-page.ts';

interface Props {
  params: Promise<CheckoutParams & { paymentId: string }>;
}

export const metadata: Metadata = {
  title: { absolute: 'Confirm your payment · Test bank' },
  robots: { index: false, follow: false },
};

/** The sandbox's bank: asks whether it was the buyer. Sends a buyer whose payment no longer waits back to the checkout. */
export default async function ChallengePage({ params }: Props) {
  const view = await requireCheckout(params);
  const { paymentId } = await params;
  const { store, challengeAmount, darkMode, environment, state, product } = view;
  const back = checkoutPath(view);
  if (view.challengePath !== `${back}/challenge/${paymentId}`) redirect(back);
  return (
    // In the colours of no store: it is the bank that asks.
    <Frame
      store={store}
      settings={{}}
      darkMode={darkMode}
      isTest={environment === 'test'}
      state={state}
      returnUrl={null}
    >
      <Sheet className="mx-auto mt-2 flex w-full max-w-md flex-col gap-6 sm:mt-8">
        <div className="flex items-center gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken">
            <Landmark className="size-5" aria-hidden />
          </span>
          <div>
            <p className="text-sm text-muted">Test bank</p>
            <StateHeading className="text-lg">Is this payment yours?</StateHeading>
          </div>
        </div>
        <dl className="flex flex-col gap-2 border-y border-border py-4">
          {[
            ['Store', store.name],
            ['For', product.name],
            ['Amount', challengeAmount],
          ].map(([term, value]) => (
            <div key={term} className="flex justify-between gap-6">
              <dt className="text-muted">{term}</dt>
              <dd className="min-w-0 text-end font-medium break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <noscript>
          <Alert tone="warning">Answering needs JavaScript. Switch it on for this page, then load it again.</Alert>
        </noscript>
        <BankAnswer finishPath={`${back}/challenge/${paymentId}/finish`} checkoutPath={back} />
        <a
          href={back}
          className="inline-flex min-h-11 items-center justify-center text-link underline underline-offset-2"
        >
          Go back and use another card
        </a>
      </Sheet>
    </Frame>
  );
}
