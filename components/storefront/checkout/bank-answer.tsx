import { useEffect, useRef, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { usePage } from '../page/page-context.tsx';
import { send, untilReachable } from './send.ts';

interface BankAnswerProps {
  finishPath: string;
  checkoutPath: string;
}

/** The two answers of the sandbox's 3D Secure page. The checkout page shows the outcome. */
export function BankAnswer({ finishPath, checkoutPath }: BankAnswerProps) {
  const { say, withChoices } = usePage();
  const [choice, setChoice] = useState<boolean>();
  const [problem, setProblem] = useState<string>();
  const isUnderWay = useRef(false);
  const answer = async (passed: boolean) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setChoice(passed);
    setProblem(undefined);
    const outcome = await send(finishPath, { passed });
    if (outcome.kind === 'refused' && outcome.cause === 'limited') {
      isUnderWay.current = false;
      setChoice(undefined);
      return setProblem(outcome.message);
    }
    if (outcome.kind === 'unknown') await untilReachable();
    // Replaces the history entry, so that Back does not return to an answered challenge.
    const goTo = outcome.kind === 'accepted' ? outcome.goTo : null;
    location.replace(goTo === null ? checkoutPath : withChoices(goTo));
  };
  // A page restored from the back-forward cache shows an answered challenge.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && location.replace(checkoutPath);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [checkoutPath]);
  return (
    <div className="flex flex-col gap-3">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <Button variant="primary" size="large" pending={choice === true} onClick={() => answer(true)}>
        {say('bank.confirm')}
      </Button>
      <Button size="large" pending={choice === false} onClick={() => answer(false)}>
        {say('bank.fail')}
      </Button>
    </div>
  );
}
