'use client';
import { clsx } from 'clsx';
import { usePathname, useSearchParams } from 'next/navigation';
import { Link } from '#components/ui/link.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { environmentLooks } from './environment-looks.tsx';
import { pathInEnvironment } from './environment-path.ts';

/** The banner on every page: the current environment, and the switch to the other one. */
export function EnvironmentBand({ environment, store }: { environment: Environment; store: string }) {
  const { band, plate, icon: Icon, word, meaning } = environmentLooks[environment];
  const path = usePathname();
  const search = useSearchParams().toString();
  return (
    <section aria-label="Environment" className={clsx('sticky top-0 z-20', band)}>
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-3 px-4 sm:px-6 sm:py-0.5">
        <p className={clsx('flex min-w-0 items-center gap-2 rounded-control py-0.5 text-xs', plate)}>
          <Icon className="size-4 shrink-0" aria-hidden />
          <strong className="font-semibold">{word} mode</strong>
          {meaning && <span className="truncate max-[25rem]:sr-only">– {meaning}</span>}
        </p>
        <nav
          aria-label="Switch environment"
          className="flex shrink-0 rounded-control bg-surface p-0.5 text-text ring-1 ring-control"
        >
          {(['test', 'prod'] as const).map((other) => (
            <Link
              key={other}
              href={pathInEnvironment(path, search, store, other)}
              aria-current={other === environment ? 'true' : undefined}
              className={clsx(
                'grid min-h-10 place-items-center rounded-[calc(var(--radius)-2px)] px-3 text-xs font-medium sm:min-h-6',
                other !== environment && 'text-muted hover:text-text',
                other === environment && (other === 'test' ? 'bg-on-test text-test' : 'bg-primary text-on-primary'),
              )}
            >
              {environmentLooks[other].word}
            </Link>
          ))}
        </nav>
      </div>
    </section>
  );
}
