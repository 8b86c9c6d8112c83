'use client';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, useFieldControl } from './field.tsx';

/** A one-line text control. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...rest} className={clsx(controlClass, 'min-h-11 sm:min-h-10', className)} />;
}
