'use client';
import type { ReactNode } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Slider } from '../../ui/slider.tsx';

interface RadiusFieldProps {
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  error: ReactNode;
  disabled: boolean;
}

const oursPx = 8;
/** Rounder than this the page does not get. */
const mostPx = 22;

/** How round corners are: a slider in pixels, and any length that CSS knows beside it. */
export function RadiusField({ value, onChange, onLeave, error, disabled }: RadiusFieldProps) {
  const px = readPixels(value);
  const note = px !== undefined && px > mostPx && (
    <p className="text-sm text-muted">Corners are rounded by {mostPx}px at most.</p>
  );
  return (
    <Field label="Corner radius" error={error} note={note || undefined}>
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-3">
        <Slider
          aria-label="Corner radius in pixels"
          min={0}
          max={mostPx}
          step={1}
          value={Math.min(mostPx, px ?? oursPx)}
          onChange={(event) => onChange(`${event.target.value}px`)}
          disabled={disabled}
        />
        <Input
          value={value}
          placeholder={`${oursPx}px`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          maxLength={100}
          disabled={disabled}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="font-mono"
        />
      </div>
    </Field>
  );
}

/** The first of the lengths in pixels, where it is in a unit that says so. */
function readPixels(value: string): number | undefined {
  const match = /^(\d*\.?\d+)(px|rem)?(?=$|[ /])/i.exec(value.trim());
  if (!match || (!match[2] && Number(match[1]) !== 0)) return undefined;
  return Number(match[1]) * (match[2]?.toLowerCase() === 'rem' ? 16 : 1);
}
