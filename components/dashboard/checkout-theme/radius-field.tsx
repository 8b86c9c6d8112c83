'use client';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { maxRadiusPx, pageRadius } from '#components/storefront/theme/theme-css.ts';
import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';
import { Slider } from '#components/ui/forms/slider.tsx';
import { maxCssLengthCharacters, readCssRadius } from '#server/stores/rules/css-length.ts';

interface RadiusFieldProps {
  value: string;
  onChange: (value: string) => void;
  onLeave: () => void;
  error: ReactNode;
  disabled: boolean;
}

const defaultPx = 8;

/** The corner radius: a slider in pixels, a field for any CSS length, and the resulting radius. */
export function RadiusField({ value, onChange, onLeave, error, disabled }: RadiusFieldProps) {
  const lengths = readCssRadius(value);
  const ruler = useRef<HTMLSpanElement>(null);
  const radius = pageRadius(value);
  const [measured, setMeasured] = useState('');
  useLayoutEffect(() => {
    setMeasured(radius && ruler.current ? getComputedStyle(ruler.current).borderTopLeftRadius : '');
  }, [radius]);
  const px = /^[\d.]+px$/.test(measured) ? Math.round(Number.parseFloat(measured) * 10) / 10 : undefined;
  const note = lengths && needsNote(value, px) && (
    <p className="text-sm text-muted">
      {px === undefined ? `The page uses ${lengths.first}, at most ${maxRadiusPx}px.` : `The page uses ${px}px.`}
      {lengths.count > 1 && ' The first length applies to all corners.'}
      {px === maxRadiusPx && ` The maximum radius is ${maxRadiusPx}px.`}
    </p>
  );
  return (
    <Field label="Corner radius" error={error} note={note || undefined}>
      <div className="relative grid grid-cols-[minmax(0,1fr)_6rem] items-center gap-3">
        <Slider
          aria-label="Corner radius in pixels"
          min={0}
          max={maxRadiusPx}
          step={1}
          value={px ?? defaultPx}
          onChange={(event) => onChange(`${event.target.value}px`)}
          disabled={disabled}
        />
        <Input
          value={value}
          placeholder={`${defaultPx}px`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          maxLength={maxCssLengthCharacters}
          disabled={disabled}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          className="font-mono"
        />
        {/* Measured immediately, so it has no transition. */}
        <span
          ref={ruler}
          aria-hidden="true"
          className="absolute size-0 transition-none"
          style={{ borderTopLeftRadius: radius }}
        />
      </div>
    </Field>
  );
}

/** Whether the resulting radius differs from the entered text. */
const needsNote = (value: string, px: number | undefined): boolean =>
  value.trim().toLowerCase() !== `${px}px` && value.trim() !== '0';
