'use client';
import { clsx } from 'clsx';
import { ListFilter, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useId, useRef, useState, useTransition } from 'react';
import { Button, ButtonLink, SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { useRestoredFocus } from '#components/ui/use-restored-focus.ts';

interface FilterFormProps {
  /** The list's address without a filter. */
  href: string;
  /** The filter in the address; empty values for parts that are not set. */
  filters: object;
  /** The accessible name. */
  label: string;
  /** The column layout on wide screens. */
  className: string;
  /** The layout of the buttons, if they span several columns. */
  buttonsClass?: string;
  children: ReactNode;
  /** Less common filters, collapsed by default. */
  more?: ReactNode;
  /** How many of those are set, and whether they start expanded. */
  moreSet?: number;
  isMoreOpen?: boolean;
}

/**
 * The filter above a list. Submitting changes the address, so that results can be bookmarked and shared. On phones the
 * form is collapsed behind a button with the number of active filters.
 */
export function FilterForm(props: FilterFormProps) {
  const { href, filters, label, className, buttonsClass, children, more, moreSet = 0, isMoreOpen = false } = props;
  const id = useId();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [isPending, startTransition] = useTransition();
  const query = JSON.stringify(filters);
  const set = Object.values(filters).filter((value) => value !== '').length;
  const form = useRef<HTMLFormElement>(null);
  const saveFocus = useRestoredFocus(form, query);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    saveFocus();
    const entries = [...new FormData(event.currentTarget)].map(([name, value]): [string, string] => [
      name,
      String(value).trim(),
    ]);
    const wanted = new URLSearchParams(entries.filter(([, value]) => value !== ''));
    startTransition(() => router.push(wanted.size === 0 ? href : `${href}?${wanted}`));
  };
  return (
    <search aria-label={label} className="block border-b border-border">
      <div className="px-4 py-3 md:hidden">
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} className="w-full">
          <ListFilter className="size-4" aria-hidden />
          {isOpen ? 'Hide filters' : 'Filter'}
          {set > 0 && <span className="text-muted">({set} active)</span>}
        </Button>
      </div>
      <form
        // Resets the controls to the address.
        key={query}
        ref={form}
        id={id}
        action={href}
        onSubmit={submit}
        className={clsx('grid gap-3 p-4 max-md:pt-1 sm:px-5', !isOpen && 'max-md:hidden', className)}
      >
        {children}
        <span className={clsx('flex gap-2', buttonsClass)}>
          <SubmitButton variant="secondary" pending={isPending}>
            <Search className="size-4" aria-hidden />
            Apply
          </SubmitButton>
          {set > 0 && (
            <ButtonLink href={href} variant="ghost">
              Clear
            </ButtonLink>
          )}
        </span>
        {more && (
          <details open={isMoreOpen || (isOpen && moreSet > 0)} className="col-span-full">
            <summary className="w-fit cursor-pointer rounded-control py-1 text-sm text-muted hover:text-text max-sm:min-h-11 max-sm:py-3">
              More filters {moreSet > 0 && `(${moreSet} active)`}
            </summary>
            <div className="grid gap-3 pt-3 sm:grid-cols-2 lg:grid-cols-4">{more}</div>
          </details>
        )}
      </form>
    </search>
  );
}

/** Values with their labels. */
export type Choices = readonly (readonly [value: string, label: string])[];

interface FilterChoiceProps {
  name: string;
  label: string;
  /** The label of "no filter"; absent: a value is always selected. */
  any?: string;
  value: string;
  choices: Choices;
}

/** A select with one value or none. */
export const FilterChoice = ({ name, label, any, value, choices }: FilterChoiceProps) => (
  <Field label={label}>
    <Select name={name} defaultValue={value}>
      {any !== undefined && <option value="">{any}</option>}
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </Select>
  </Field>
);

interface FilterChecksProps {
  name: string;
  label: string;
  values: readonly string[];
  choices: Choices;
}

/** Checkboxes for several values; none checked means any. */
export const FilterChecks = ({ name, label, values, choices }: FilterChecksProps) => (
  <fieldset className="col-span-full min-w-0">
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {choices.map(([choice, text]) => (
        <label key={choice} className="flex min-h-11 items-center gap-2 text-sm sm:min-h-8">
          <input
            type="checkbox"
            name={name}
            value={choice}
            defaultChecked={values.includes(choice)}
            className="size-4 accent-primary"
          />
          {text}
        </label>
      ))}
    </div>
  </fieldset>
);
