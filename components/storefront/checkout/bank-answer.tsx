import { useEffect, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { usePage } from '../page/page-context.tsx';
import { send, untilReachable } from './send.ts';

interface BankAnswerProps {
  finishPath: string;
  checkoutPath: string;
}

/** The two answers to the sandbox's bank. Afterwards the checkout page knows what came of it. */
export function BankAnswer({ finishPath, checkoutPath }: BankAnswerProps) {
  const { say, withChoices } = usePage();
  const [given, setGiven] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const isUnderWay = useRef(false);
  const answer = async (passed: boolean) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setGiven(passed);
    setProblem(undefined);
    const outcome = await send(finishPath, { passed });
    if (outcome.kind === 'refused' && outcome.cause === 'limited') {
      isUnderWay.current = false;
      setGiven(undefined);
      return setProblem(outcome.message);
    }
    if (outcome.kind === 'unknown') await untilReachable();
    // Replaced, so that the way back does not lead to a question that has been answered.
    const goTo = outcome.kind === 'accepted' ? outcome.goTo : null;
    location.replace(goTo === null ? checkoutPath : withChoices(goTo));
  };
  // Shown again as it was left, it would ask in vain.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && location.replace(checkoutPath);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, [checkoutPath]);
  return (
    <div className="flex flex-col gap-3">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Button variant="primary" size="large" pending={given === true} onClick={() => answer(true)}>
        {say('bank.confirm')}
      </Button>
      <Button size="large" pending={given === false} onClick={() => answer(false)}>
        {say('bank.fail')}
      </Button>
    </div>
  );
}
