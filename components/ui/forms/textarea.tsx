'use client';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, useFieldControl } from './field.tsx';

/** A multi-line text control. */
export function Textarea({ className, rows = 5, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldControl()} rows={rows} {...rest} className={clsx(controlClass, 'py-2.5', className)} />;
}
