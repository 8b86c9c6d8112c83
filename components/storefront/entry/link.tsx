import type { ComponentProps } from 'react';

/** Replaces Next's link, which these pages do not use. */
export default function Link({ prefetch: _, ...rest }: ComponentProps<'a'> & { prefetch?: boolean }) {
  return <a {...rest} />;
}
