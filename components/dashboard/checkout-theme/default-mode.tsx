'use client';
import { SegmentedControl } from '#components/ui/forms/segmented-control.tsx';

interface DefaultModeProps {
  /** Null follows the customer's device. */
  value: boolean | null;
  onChange: (value: boolean | null) => void;
  disabled: boolean;
}

const options = [
  { value: 'device', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The checkout's default color mode. */
export const DefaultMode = ({ value, onChange, disabled }: DefaultModeProps) => (
  <SegmentedControl
    label="Default mode"
    hint="Overridden by a session’s darkMode. Customers can switch."
    options={options}
    value={value === null ? 'device' : value ? 'dark' : 'light'}
    onChange={(chosen) => onChange(chosen === 'device' ? null : chosen === 'dark')}
    disabled={disabled}
  />
);
