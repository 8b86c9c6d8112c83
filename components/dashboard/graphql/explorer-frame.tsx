'use client';
import { useState } from 'react';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';
import { useTheme } from '#components/ui/use-theme.ts';

/** The explorer's frame. The explorer reads the theme on load, so a theme change reloads it. */
export function ExplorerFrame({ src }: { src: string }) {
  const [theme] = useTheme();
  const [loaded, setLoaded] = useState<string>();
  return (
    <div className="relative h-[calc(100dvh-17rem)] min-h-128 overflow-hidden rounded-card border border-border bg-surface">
      {loaded !== theme && (
        <Loading label="the explorer" className="absolute inset-0 grid gap-3 p-3 sm:grid-cols-2">
          <Skeleton className="h-full" />
          <Skeleton className="h-full max-sm:hidden" />
        </Loading>
      )}
      <iframe
        key={theme}
        src={src}
        title="GraphQL explorer"
        onLoad={() => setLoaded(theme)}
        className="relative size-full"
      />
    </div>
  );
}
