'use client';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';

interface DefaultModeProps {
  /** Null: as the buyer's device says. */
  value: boolean | null;
  onChange: (value: boolean | null) => void;
  disabled: boolean;
}

const options = [
  { value: 'device', label: 'Buyer’s device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The side in which the checkout opens. */
export const DefaultMode = ({ value, onChange, disabled }: DefaultModeProps) => (
  <SegmentedControl
    label="Opens in"
    hint="A session’s own darkMode goes first, and buyers can switch."
    options={options}
    value={value === null ? 'device' : value ? 'dark' : 'light'}
    onChange={(chosen) => onChange(chosen === 'device' ? null : chosen === 'dark')}
    disabled={disabled}
  />
);
