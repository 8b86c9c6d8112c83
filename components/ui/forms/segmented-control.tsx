'use client';
import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { useHydrated } from '../use-hydrated.ts';

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

interface SegmentedControlProps<Value extends string> {
  /** The group's name. */
  label: ReactNode;
  hideLabel?: boolean;
  /** Below the label. Part of the group's description. */
  hint?: ReactNode;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
  className?: string;
}

/** A choice between a few visible options, built on native radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, hideLabel = false, hint, options, value, onChange, disabled = false, className } = props;
  const id = useId();
  const isHydrated = useHydrated();
  return (
    <fieldset
      disabled={disabled || !isHydrated}
      className={clsx('min-w-0', className)}
      {...(hint && { 'aria-describedby': `${id}-hint` })}
    >
      <legend className={hideLabel ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mb-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <div className="inline-flex max-w-full flex-wrap gap-1 rounded-control border border-border bg-sunken p-1">
        {options.map((option) => (
          // `relative` keeps the hidden input at its label, so that focusing it does not scroll the page.
          <label key={option.value} className="relative flex cursor-pointer has-disabled:cursor-not-allowed">
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="peer absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
            />
            <span className="inline-flex min-h-11 items-center gap-1.5 rounded-[calc(var(--radius)-0.125rem)] border border-transparent px-2.5 text-sm text-muted peer-checked:border-control peer-checked:bg-surface peer-checked:font-medium peer-checked:text-text peer-hover:text-text peer-focus-visible:outline-2 peer-focus-visible:outline-offset-1 peer-focus-visible:outline-focus sm:min-h-8">
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
