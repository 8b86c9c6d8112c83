'use client';
import { Switch as Base } from '@base-ui/react/switch';
import { type ReactNode, useId } from 'react';
import { useHydrated } from '../use-hydrated.ts';

interface SwitchProps {
  label: ReactNode;
  /** Below the label. Part of the switch's description. */
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** An on/off setting that takes effect immediately. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  const id = useId();
  const isHydrated = useHydrated();
  return (
    <div className="flex items-start justify-between gap-4 text-sm">
      <div className="min-w-0">
        <label htmlFor={id} id={`${id}-label`} className="block py-1 font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-muted">
            {hint}
          </p>
        )}
      </div>
      <Base.Root
        id={id}
        nativeButton
        render={<button type="button" />}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled || !isHydrated}
        aria-labelledby={`${id}-label`}
        {...(hint && { 'aria-describedby': `${id}-hint` })}
        className="relative inline-flex h-7 w-12 shrink-0 items-center rounded-full border border-control bg-sunken p-0.5 transition-colors after:absolute after:-inset-2 disabled:cursor-not-allowed data-checked:border-primary data-checked:bg-primary"
      >
        <Base.Thumb className="size-5 rounded-full bg-muted transition-transform data-checked:translate-x-5 data-checked:bg-on-primary rtl:data-checked:-translate-x-5" />
      </Base.Root>
    </div>
  );
}
