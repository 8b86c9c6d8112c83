'use client';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Input } from './input.tsx';

/** A password control with a button that reveals its value. `autoComplete` says which kind it is. */
export function PasswordInput(
  props: Omit<ComponentProps<'input'>, 'type' | 'className'> & { autoComplete: 'current-password' | 'new-password' },
) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        className="pe-12"
        spellCheck={false}
        autoCapitalize="none"
      />
      <button
        type="button"
        className="absolute inset-y-0 end-0 grid w-11 place-items-center rounded-control text-muted hover:text-text"
        onClick={() => setShown(!isShown)}
        aria-pressed={isShown}
        aria-label="Show password"
      >
        <Icon className="size-4" aria-hidden />
      </button>
    </span>
  );
}
