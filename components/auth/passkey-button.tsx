'use client';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Alert } from '#components/ui/alert.tsx';
import { Button } from '#components/ui/button.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import type { Problems } from './call-auth.ts';
import { signInWithPasskey, stopOffering, supportsPasskeys } from './passkey.ts';

/** Signs in with a passkey, by the button or by the browser's autofill. */
export function PasskeyButton({ next }: { next: string }) {
  const [problems, setProblems] = useState<Problems>();
  const [isPending, setPending] = useState(false);
  const isHydrated = useHydrated();
  useEffect(() => {
    const offerAutofill = async () => {
      const answer = await signInWithPasskey({ autofill: true });
      setProblems(answer?.problems);
      if (answer && !answer.problems) window.location.assign(next);
    };
    void offerAutofill();
    return stopOffering;
  }, [next]);
  if (isHydrated && !supportsPasskeys()) return null;
  const signIn = async () => {
    setPending(true);
    const answer = await signInWithPasskey({ autofill: false });
    setProblems(answer?.problems);
    if (answer && !answer.problems) window.location.assign(next);
    else setPending(false);
  };
  return (
    <div className="mt-5 flex flex-col gap-4 border-t border-border pt-5">
      {problems?.form && <Alert tone="danger">{problems.form}</Alert>}
      <Button size="large" pending={isPending} onClick={signIn}>
        <KeyRound className="size-4" aria-hidden />
        Sign in with a passkey
      </Button>
    </div>
  );
}
