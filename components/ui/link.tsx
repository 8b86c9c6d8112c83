'use client';
import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link that prefetches its page on hover, touch or focus. Next.js prefetches every visible link: thirty requests for
 * each dashboard page, nearly all unused.
 */
export function Link({ onPointerEnter, onTouchStart, onFocus, prefetch, ...rest }: ComponentProps<typeof NextLink>) {
  const [isPrefetched, setPrefetched] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={prefetch ?? (isPrefetched ? null : false)}
      onPointerEnter={(event) => {
        setPrefetched(true);
        onPointerEnter?.(event);
      }}
      onTouchStart={(event) => {
        setPrefetched(true);
        onTouchStart?.(event);
      }}
      onFocus={(event) => {
        setPrefetched(true);
        onFocus?.(event);
      }}
    />
  );
}
