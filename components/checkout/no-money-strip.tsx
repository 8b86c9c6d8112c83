import { useSay } from '../hosted/page-context.tsx';

/** Says on every page of the sandbox that it is one. */
export function NoMoneyStrip({ isTest }: { isTest: boolean }) {
  const say = useSay();
  return (
    <p className="bg-test px-4 py-1.5 text-center text-sm text-on-test">
      <strong className="font-semibold">{say(isTest ? 'common.testMode' : 'common.demonstration')}</strong> —{' '}
      {say('common.noMoneyMoves')}
    </p>
  );
}
