'use client';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';

interface ShowMoreProps {
  /** What is always there: lines of a list. */
  first: ReactNode;
  /** The other lines, shown when asked for; empty: there are none. */
  rest: readonly ReactNode[];
  /** What the button says that shows those: "Show all 13 payments". */
  label: string;
  as?: 'ul' | 'ol';
  /** Of the list. */
  className?: string;
  /** Of what is around the button. */
  footClassName?: string;
}

/** A list that begins short: the rest of it comes at a press, and goes again. */
export function ShowMore(props: ShowMoreProps) {
  const { first, rest, label, as: List = 'ul', className, footClassName } = props;
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  return (
    <>
      <List id={id} className={className}>
        {first}
        {isWhole && rest}
      </List>
      {rest.length > 0 && (
        <div className={footClassName}>
          <Button size="small" aria-expanded={isWhole} aria-controls={id} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : label}
          </Button>
        </div>
      )}
    </>
  );
}
