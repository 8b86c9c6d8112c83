import { Landmark } from 'lucide-react';
import { Alert } from '#components/ui/alert.tsx';
import { BankAnswer } from '../checkout/bank-answer.tsx';
import { StateHeading } from '../checkout/state-heading.tsx';
import { usePage } from './page-context.tsx';
import { Sheet } from './sheet.tsx';
import { WithoutScript } from './without-script.tsx';

interface BankSheetProps {
  question: string;
  /** The payment's details. */
  facts: readonly (readonly [term: string, value: string | null | undefined])[];
  /** The path that receives the answer. */
  finishPath: string;
  /** The page that shows the outcome. */
  backPath: string;
}

/** The sandbox's 3D Secure page: asks the buyer to approve a payment or a card. */
export function BankSheet({ question, facts, finishPath, backPath }: BankSheetProps) {
  const { say, withChoices } = usePage();
  const [finish, back] = [withChoices(finishPath), withChoices(backPath)];
  return (
    <Sheet className="mx-auto mt-2 flex w-full max-w-md flex-col gap-6 sm:mt-8">
      <div className="flex items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken">
          <Landmark className="size-5" aria-hidden />
        </span>
        <div>
          <p className="text-sm text-muted">{say('bank.testBank')}</p>
          <StateHeading className="text-lg">{question}</StateHeading>
        </div>
      </div>
      <dl className="flex flex-col gap-2 border-y border-border py-4">
        {facts.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-6">
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0 text-end font-medium break-words tabular-nums">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <WithoutScript>
        <Alert tone="warning">{say('bank.needsJavaScript')}</Alert>
      </WithoutScript>
      <BankAnswer finishPath={finish} checkoutPath={back} />
      <a
        href={back}
        className="inline-flex min-h-11 items-center justify-center text-link underline underline-offset-2"
      >
        {say('bank.back')}
      </a>
    </Sheet>
  );
}
