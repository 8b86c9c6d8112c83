import { type ReactNode, useEffect, useRef } from 'react';

interface FocusedHeadingProps {
  /** Whether the heading replaced other content. Default: true. */
  isReplacement?: boolean;
  children: ReactNode;
}

/** A heading that takes the focus when it replaces other content. */
export function FocusedHeading({ isReplacement = true, children }: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isReplacement) heading.current?.focus();
  }, [isReplacement]);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
      {children}
    </h1>
  );
}
