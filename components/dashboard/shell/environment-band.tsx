'use client';
import { clsx } from 'clsx';
import { usePathname, useSearchParams } from 'next/navigation';
import { Link } from '#components/ui/link.tsx';
import type { Environment } from '#server/domain/environments.ts';
import { environmentLooks } from './environment-looks.tsx';
import { samePlace } from './same-place.ts';

/** Says on every page which environment it shows, and leads to the other. */
export function EnvironmentBand({ environment, store }: { environment: Environment; store: string }) {
  const { band, plate, icon: Icon, word, meaning } = environmentLooks[environment];
  const path = usePathname();
  const search = useSearchParams().toString();
  return (
    <section aria-label="Environment" className={clsx('sticky top-0 z-20', band)}>
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-3 px-4 py-1.5 sm:px-6">
        <p className={clsx('flex min-w-0 items-center gap-2 rounded-control py-1 text-sm', plate)}>
          <Icon className="size-4 shrink-0" aria-hidden />
          <strong className="font-semibold tracking-wide uppercase">{word}</strong>
          <span className="truncate max-[25rem]:sr-only">{meaning}</span>
        </p>
        <nav
          aria-label="Switch environment"
          className="flex shrink-0 rounded-control bg-surface p-0.5 text-text ring-1 ring-control"
        >
          {(['test', 'prod'] as const).map((other) => (
            <Link
              key={other}
              href={samePlace(path, search, store, other)}
              aria-current={other === environment ? 'true' : undefined}
              className={clsx(
                'grid min-h-11 place-items-center rounded-[calc(var(--radius)-2px)] px-4 text-sm font-medium sm:min-h-8',
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
