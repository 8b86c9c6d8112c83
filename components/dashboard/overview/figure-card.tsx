import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import type { Change } from './change.ts';

const arrows = { up: ArrowUp, down: ArrowDown, same: Minus } as const;
const inks = { better: 'text-success-text', worse: 'text-danger-text', neutral: 'text-muted' } as const;

interface FigureCardProps {
  title: string;
  /** Formatted. */
  figure: ReactNode;
  /** The change from the previous period; null: not comparable. */
  change: Change | null;
  /** One line below the figure. */
  note?: ReactNode;
  className?: string;
}

/** A figure with its change. The arrow and the sign repeat what the color says. */
export function FigureCard({ title, figure, change, note, className }: FigureCardProps) {
  const Arrow = arrows[change?.direction ?? 'same'];
  return (
    <Card className={clsx('flex min-w-0 flex-col p-4', className)}>
      <h2 className="text-sm text-muted">{title}</h2>
      <p className="mt-1 text-2xl font-semibold tracking-tight tabular-nums wrap-anywhere">{figure}</p>
      <p className={clsx('mt-1 flex items-center gap-1 text-sm', inks[change?.verdict ?? 'neutral'])}>
        {change && <Arrow className="size-3.5 shrink-0" aria-hidden />}
        {change ? (
          <>
            <span aria-hidden>{change.text}</span>
            <span className="sr-only">{change.words}</span>
          </>
        ) : (
          <>
            <span aria-hidden>—</span>
            <span className="sr-only">No comparison</span>
          </>
        )}
      </p>
      {note && <p className="mt-auto pt-2 text-xs text-muted">{note}</p>}
    </Card>
  );
}
