import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';

interface SearchFieldProps {
  value: string | undefined;
  /** Example searches. */
  placeholder: string;
  className?: string;
}

/** The search field of a list. */
export const SearchField = ({ value, placeholder, className }: SearchFieldProps) => (
  <Field label="Search" {...(className && { className })}>
    <Input
      name="q"
      type="search"
      maxLength={200}
      defaultValue={value}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
    />
  </Field>
);
