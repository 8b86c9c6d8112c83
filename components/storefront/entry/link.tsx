import type { ComponentProps } from 'react';

/** Stands for Next's link, which has no part in these pages. */
export default function Link({ prefetch: _, ...rest }: ComponentProps<'a'> & { prefetch?: boolean }) {
  return <a {...rest} />;
}
