import { Field } from '#components/ui/forms/field.tsx';
import { Input } from '#components/ui/forms/input.tsx';

interface SearchFieldProps {
  value: string | undefined;
  /** An example of what can be searched for. */
  placeholder: string;
  className?: string;
}

/** What is searched for. */
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
