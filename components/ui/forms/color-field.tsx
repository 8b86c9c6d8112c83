'use client';
import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';

interface ColorFieldProps {
  label: string;
  hint?: ReactNode;
  /** A hex color as typed; empty: the default. */
  value: string;
  /** The visible color as `#rrggbb`: the value blended with its background, or the default. */
  swatch: string;
  /** The default color. */
  placeholder: string;
  onChange: (value: string) => void;
  onLeave?: () => void;
  error?: ReactNode;
  note?: ReactNode;
  disabled?: boolean;
}

/** A color as hex digits with the browser's picker and a reset button. */
export function ColorField(props: ColorFieldProps) {
  const { label, hint, value, swatch, placeholder, onChange, onLeave, error, note, disabled = false } = props;
  const leave = () => {
    if (/^(?:[0-9a-f]{3,4}){1,2}$/i.test(value.trim())) onChange(`#${value.trim()}`);
    onLeave?.();
  };
  return (
    <Field label={label} hint={hint} error={error} note={note}>
      <div className="flex items-center gap-2">
        <Input
          value={value}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          onBlur={leave}
          maxLength={9}
          disabled={disabled}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="font-mono"
        />
        <input
          type="color"
          value={swatch}
          onChange={(event) => onChange(event.target.value)}
          disabled={disabled}
          aria-label={`${label}: choose color`}
          className="size-11 shrink-0 cursor-pointer appearance-none overflow-hidden rounded-control border border-control bg-transparent disabled:cursor-not-allowed sm:size-10 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0"
        />
        <Button
          variant="ghost"
          size="icon"
          disabled={disabled || value === ''}
          onClick={() => onChange('')}
          aria-label={`${label}: reset`}
        >
          <RotateCcw className="size-4" aria-hidden />
        </Button>
      </div>
    </Field>
  );
}
