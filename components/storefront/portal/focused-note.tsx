import { type ReactNode, useEffect, useRef } from 'react';

interface FocusedNoteProps {
  /** Identifies the message: a new name takes the focus again. */
  name: string;
  className?: string;
  children: ReactNode;
}

/** A message about a completed action. Takes the focus, as the control that had it may be gone. */
export function FocusedNote({ name, className, children }: FocusedNoteProps) {
  const region = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new name is a new message
  useEffect(() => region.current?.focus(), [name]);
  return (
    <div ref={region} tabIndex={-1} className={className}>
      {children}
    </div>
  );
}
