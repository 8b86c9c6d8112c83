import { type ReactNode, useEffect, useRef } from 'react';

interface FocusedHeadingProps {
  /** Whether it is there since something else went away; absent: it is. */
  isNews?: boolean;
  children: ReactNode;
}

/** The heading of what has just taken the place of something else: the focus comes here, as what it was on is gone. */
export function FocusedHeading({ isNews = true, children }: FocusedHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNews) heading.current?.focus();
  }, [isNews]);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
      {children}
    </h1>
  );
}
