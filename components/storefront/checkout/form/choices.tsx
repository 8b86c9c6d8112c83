import type { ComponentProps } from 'react';
import { Select } from '#components/ui/forms/select.tsx';
import type { Choice } from '#server/storefront/checkout/form.ts';

interface ChoicesProps extends Omit<ComponentProps<'select'>, 'children' | 'defaultValue'> {
  choices: readonly Choice[];
  /** The text of the empty first option. */
  prompt: string;
  chosen: string;
}

/** A select with an empty first option. */
export const Choices = ({ choices, prompt, chosen, ...rest }: ChoicesProps) => (
  <Select {...rest} defaultValue={chosen}>
    {[['', prompt] as const, ...choices].map(([code, name]) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </Select>
);
