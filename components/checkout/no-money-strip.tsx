/** Says on every page of the sandbox that it is one. */
export const NoMoneyStrip = ({ isTest }: { isTest: boolean }) => (
  <p className="bg-test px-4 py-1.5 text-center text-sm text-on-test">
    <strong className="font-semibold">{isTest ? 'Test mode' : 'Demonstration'}</strong> — no money moves
  </p>
);
