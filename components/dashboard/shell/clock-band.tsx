import { Clock } from 'lucide-react';
import { Link } from '#components/ui/link.tsx';
import { Time } from '#components/ui/time.tsx';

/** The banner of a test environment with a test clock: the clock's time and a link to it. */
export function ClockBand({ at, href }: { at: string; href: string }) {
  return (
    <section aria-label="Test clock" className="border-b border-border bg-warning-soft text-text">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-4 text-sm sm:px-6">
        <Clock className="size-4 shrink-0 text-warning-text" aria-hidden />
        <p className="min-w-0">
          Clock paused at{' '}
          <strong className="font-semibold">
            <Time value={at} withZone />
          </strong>
        </p>
        <Link
          href={href}
          className="ms-auto inline-flex min-h-11 shrink-0 items-center font-medium text-link underline underline-offset-2 sm:min-h-8"
        >
          Test clock
        </Link>
      </div>
    </section>
  );
}
