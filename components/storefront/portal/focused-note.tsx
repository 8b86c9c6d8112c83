import { type ReactNode, useEffect, useRef } from 'react';

interface FocusedNoteProps {
  /** Another one is another message. */
  name: string;
  className?: string;
  children: ReactNode;
}

/** A message about what has just been done. The focus comes here, as what it was on may be gone with that. */
export function FocusedNote({ name, className, children }: FocusedNoteProps) {
  const region = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name is what makes it another message
  useEffect(() => region.current?.focus(), [name]);
  return (
    <div ref={region} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
