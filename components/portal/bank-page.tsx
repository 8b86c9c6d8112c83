import { Landmark } from 'lucide-react';
import type { CardChallengeView } from '../../server/portal/card-view.ts';
import { BankAnswer } from '../checkout/bank-answer.tsx';
import { Sheet } from '../checkout/sheet.tsx';
import { usePage } from '../hosted/page-context.tsx';
import { WithoutScript } from '../hosted/without-script.tsx';
import { Alert } from '../ui/alert.tsx';
import { usePortalPath } from './use-portal-path.ts';

/** The sandbox's bank: asks whether the new card is the buyer's. */
export function BankPage({ view: { orderId, changeId, productName } }: { view: CardChallengeView }) {
  const { say, page } = usePage();
  const card = `${usePortalPath()}/orders/${orderId}/card`;
  const facts = [
    [say('bank.store'), page.store?.name],
    [say('bank.product'), productName],
  ];
  return (
    <Sheet className="mx-auto mt-2 flex w-full max-w-md flex-col gap-6 sm:mt-8">
      <div className="flex items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken">
          <Landmark className="size-5" aria-hidden />
        </span>
        <div>
          <p className="text-sm text-muted">{say('bank.testBank')}</p>
          <h1 className="text-lg font-semibold tracking-tight">{say('portal.card.bankTitle')}</h1>
        </div>
      </div>
      <dl className="flex flex-col gap-2 border-y border-border py-4">
        {facts.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-6">
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0 text-end font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <WithoutScript>
        <Alert tone="warning">{say('bank.needsJavaScript')}</Alert>
      </WithoutScript>
      <BankAnswer finishPath={`${card}/challenge/${changeId}/finish`} checkoutPath={card} />
      <a
        href={card}
        className="inline-flex min-h-11 items-center justify-center text-link underline underline-offset-2"
      >
        {say('bank.back')}
      </a>
    </Sheet>
  );
}
