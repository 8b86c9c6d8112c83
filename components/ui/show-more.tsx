'use client';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';

interface ShowMoreProps {
  /** The items that are always visible. */
  first: ReactNode;
  /** The other items, hidden at first. */
  rest: readonly ReactNode[];
  /** The button's label: "Show all 13 payments". */
  label: string;
  as?: 'ul' | 'ol';
  /** The list's classes. */
  className?: string;
  /** The classes of the button's wrapper. */
  footClassName?: string;
}

/** A list that shows its first items, with a button that shows and hides the rest. */
export function ShowMore(props: ShowMoreProps) {
  const { first, rest, label, as: List = 'ul', className, footClassName } = props;
  const [isExpanded, setExpanded] = useState(false);
  const id = useId();
  return (
    <>
      <List id={id} className={className}>
        {first}
        {isExpanded && rest}
      </List>
      {rest.length > 0 && (
        <div className={footClassName}>
          <Button size="small" aria-expanded={isExpanded} aria-controls={id} onClick={() => setExpanded(!isExpanded)}>
            {isExpanded ? 'Show fewer' : label}
          </Button>
        </div>
      )}
    </>
  );
}
