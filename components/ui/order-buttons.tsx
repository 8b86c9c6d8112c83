'use client';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { Button } from './button.tsx';

interface OrderButtonsProps {
  /** The row's name: "image 2". */
  label: string;
  /** The row's index. */
  index: number;
  count: number;
  /** Called with the new index. */
  onMove: (to: number) => void;
  onRemove: () => void;
}

/** Buttons that move or remove a row. At either end the button stays focusable and does nothing. */
export function OrderButtons({ label, index, count, onMove, onRemove }: OrderButtonsProps) {
  const move = (to: number) => {
    if (to >= 0 && to < count) onMove(to);
  };
  return (
    <span className="flex shrink-0">
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${label} up`}
        aria-disabled={index === 0}
        className="aria-disabled:opacity-40"
        onClick={() => move(index - 1)}
      >
        <ArrowUp className="size-4" aria-hidden />
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Move ${label} down`}
        aria-disabled={index === count - 1}
        className="aria-disabled:opacity-40"
        onClick={() => move(index + 1)}
      >
        <ArrowDown className="size-4" aria-hidden />
      </Button>
      <Button variant="ghost" size="icon" aria-label={`Remove ${label}`} onClick={onRemove}>
        <Trash2 className="size-4" aria-hidden />
      </Button>
    </span>
  );
}

/** A copy of the rows with one row moved to another index. */
export function movedTo<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const others = rows.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...rows.slice(from, from + 1));
}
