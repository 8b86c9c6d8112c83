'use client';
import { clsx } from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { controlClass, useFieldControl } from './field.tsx';

/** A native select in the look of the other controls. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative block', className)}>
      <select
        {...useFieldControl()}
        {...rest}
        className={clsx(controlClass, 'min-h-11 appearance-none truncate pe-9 sm:min-h-10')}
      >
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-muted" aria-hidden />
    </span>
  );
}
