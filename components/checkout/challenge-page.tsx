import { Landmark } from 'lucide-react';
import type { CheckoutView } from '../../server/checkout/view.ts';
import { useSay } from '../hosted/page-context.tsx';
import { WithoutScript } from '../hosted/without-script.tsx';
import { Alert } from '../ui/alert.tsx';
import { BankAnswer } from './bank-answer.tsx';
import { checkoutPath } from './checkout-path.ts';
import { Frame } from './frame.tsx';
import { Sheet } from './sheet.tsx';
import { StateHeading } from './state-heading.tsx';

/** The sandbox's bank: asks whether it was the buyer. */
export function ChallengePage({ view, paymentId }: { view: CheckoutView; paymentId: string }) {
  const say = useSay();
  const back = checkoutPath(view);
  const facts = [
    [say('bank.store'), view.store.name],
    [say('bank.product'), view.product.name],
    [say('bank.amount'), view.challengeAmount],
  ];
  return (
    <Frame isTest={view.environment === 'test'}>
      <Sheet className="mx-auto mt-2 flex w-full max-w-md flex-col gap-6 sm:mt-8">
        <div className="flex items-center gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken">
            <Landmark className="size-5" aria-hidden />
          </span>
          <div>
            <p className="text-sm text-muted">{say('bank.testBank')}</p>
            <StateHeading className="text-lg">{say('bank.question')}</StateHeading>
          </div>
        </div>
        <dl className="flex flex-col gap-2 border-y border-border py-4">
          {facts.map(([term, value]) => (
            <div key={term} className="flex justify-between gap-6">
              <dt className="text-muted">{term}</dt>
              <dd className="min-w-0 text-end font-medium break-words tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <WithoutScript>
          <Alert tone="warning">{say('bank.needsJavaScript')}</Alert>
        </WithoutScript>
        <BankAnswer finishPath={`${back}/challenge/${paymentId}/finish`} checkoutPath={back} />
        <a
          href={back}
          className="inline-flex min-h-11 items-center justify-center text-link underline underline-offset-2"
        >
          {say('bank.back')}
        </a>
      </Sheet>
    </Frame>
  );
}
