import { usePage } from '../page/page-context.tsx';

/** Says on every page of the sandbox that it is one, and what time it is there where time stands still. */
export function NoMoneyStrip({ isTest }: { isTest: boolean }) {
  const { say, page } = usePage();
  return (
    <p className="bg-test px-4 py-1.5 text-center text-sm text-on-test">
      <strong className="font-semibold">{say(isTest ? 'common.testMode' : 'common.demonstration')}</strong> —{' '}
      {say('common.noMoneyMoves')}
      {page.testTime !== null && (
        <time dateTime={page.testTime} className="block">
          {say('common.testClock', { time: formatUtc(page.testTime, page.reading.locale) })}
        </time>
      )}
    </p>
  );
}

/** In UTC, the same on the server and in every browser. */
const formatUtc = (moment: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(new Date(moment));
