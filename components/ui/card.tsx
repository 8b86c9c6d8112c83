import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/** A raised surface. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('rounded-card border border-border bg-surface shadow-card', className)} />;
}

interface SectionProps {
  title: ReactNode;
  children: ReactNode;
  description?: ReactNode;
  /** Placed at the end of the heading's line. */
  action?: ReactNode;
  className?: string;
  /** Removes the padding, for a table or list that fills the card. */
  flush?: boolean;
}

/** A card with a heading. */
export function CardSection({ title, children, description, action, className, flush = false }: SectionProps) {
  return (
    <section className={clsx('min-w-0 rounded-card border border-border bg-surface shadow-card', className)}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5 sm:pt-5">
        <div className="min-w-0">
          <h2 className="font-semibold">{title}</h2>
          {description && <p className="mt-1 max-w-prose text-sm text-muted">{description}</p>}
        </div>
        {action}
      </div>
      <div className={flush ? 'pt-3' : 'px-4 pt-4 pb-4 sm:px-5 sm:pb-5'}>{children}</div>
    </section>
  );
}
