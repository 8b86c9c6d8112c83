'use client';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Button } from './button.tsx';

interface OrderButtonsProps {
  /** What the row is called: "picture 2". */
  what: string;
  /** From 0. */
  place: number;
  count: number;
  /** To that place, from 0. */
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Moves a row among its like, or takes it away. At an end its button stays, so that the focus does, and does nothing. */
export function OrderButtons({ what, place, count, onMove, onRemove }: OrderButtonsProps) {
  const move = (to: number) => {
    if (to >= 0 && to < count) onMove(to);
  };
  return (
    <span className="flex shrink-0">
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${what} up`}
        aria-disabled={place === 0}
        className="aria-disabled:opacity-40"
        onClick={() => move(place - 1)}
      >
        <ArrowUp className="size-4" aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${what} down`}
        aria-disabled={place === count - 1}
        className="aria-disabled:opacity-40"
        onClick={() => move(place + 1)}
      >
        <ArrowDown className="size-4" aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Remove ${what}`} onClick={onRemove}>
        <Trash2 className="size-4" aria-hidden />
      </Button>
    </span>
  );
}

/** The rows with one of them at another place. */
export function movedTo<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const others = rows.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...rows.slice(from, from + 1));
}
