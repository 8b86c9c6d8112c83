'use client';
import NextLink from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link whose page is fetched ahead once somebody points at it. Next alone fetches what every link on the page leads
 * to, as soon as it can be seen: thirty requests for each page of a dashboard, nearly all for nothing.
 */
export function Link({ onPointerEnter, onTouchStart, onFocus, prefetch, ...rest }: ComponentProps<typeof NextLink>) {
  const [isWanted, setWanted] = useState(false);
  return (
    <NextLink
      {...rest}
      prefetch={prefetch ?? (isWanted ? null : false)}
      onPointerEnter={(event) => {
        setWanted(true);
        onPointerEnter?.(event);
      }}
      onTouchStart={(event) => {
        setWanted(true);
        onTouchStart?.(event);
      }}
      onFocus={(event) => {
        setWanted(true);
        onFocus?.(event);
      }}
    />
  );
}
