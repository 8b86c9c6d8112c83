import { usePage } from '../page/page-context.tsx';

/** The test mode banner, with the time of the store's test clock if one is set. */
export function NoMoneyStrip({ isTest }: { isTest: boolean }) {
  const { say, page } = usePage();
  return (
    <p className="bg-test px-4 py-1.5 text-center text-sm text-on-test">
      <strong className="font-semibold">{say(isTest ? 'common.testMode' : 'common.demonstration')}</strong> –{' '}
      {say('common.noMoneyMoves')}
      {page.testTime !== null && (
        <time dateTime={page.testTime} className="block">
          {say('common.testClock', { time: formatUtc(page.testTime, page.reading.locale) })}
        </time>
      )}
    </p>
  );
}

/** In UTC, so that server and browser render the same text. */
const formatUtc = (moment: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    calendar: 'gregory',
  }).format(new Date(moment));
