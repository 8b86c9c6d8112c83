import type { CheckoutView } from '#server/storefront/checkout/view.ts';
import { BankSheet } from '../page/bank-sheet.tsx';
import { Frame } from '../page/frame.tsx';
import { useSay } from '../page/page-context.tsx';
import { checkoutPath } from './checkout-path.ts';

/** The sandbox's 3D Secure page of a checkout. */
export function ChallengePage({ view, paymentId }: { view: CheckoutView; paymentId: string }) {
  const say = useSay();
  const back = checkoutPath(view);
  return (
    <Frame isTest={view.environment === 'test'}>
      <BankSheet
        question={say('bank.question')}
        facts={[
          [say('bank.store'), view.store.name],
          [say('bank.product'), view.product.name],
          [say('bank.amount'), view.challengeAmount],
        ]}
        finishPath={`${back}/challenge/${paymentId}/finish`}
        backPath={back}
      />
    </Frame>
  );
}
