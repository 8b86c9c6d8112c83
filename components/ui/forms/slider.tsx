'use client';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

/** A native slider in the accent color. */
export const Slider = ({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) => (
  <input {...rest} type="range" className={clsx('min-h-11 w-full accent-primary sm:min-h-10', className)} />
);
