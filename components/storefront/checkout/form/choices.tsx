import type { ComponentProps } from 'react';
import { Select } from '#components/ui/forms/select.tsx';
import type { Choice } from '#server/storefront/checkout/form.ts';

interface ChoicesProps extends Omit<ComponentProps<'select'>, 'children' | 'defaultValue'> {
  choices: readonly Choice[];
  /** What the first option says, which chooses nothing. */
  prompt: string;
  chosen: string;
}

/** A list to choose from. The option that is chosen at first says so itself, which every renderer understands. */
export const Choices = ({ choices, prompt, chosen, ...rest }: ChoicesProps) => (
  <Select {...rest} defaultValue={chosen}>
    {[['', prompt] as const, ...choices].map(([code, name]) => (
      <option key={code} value={code}>
        {name}
      </option>
    ))}
  </Select>
);
