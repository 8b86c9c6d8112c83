'use client';
import { clsx } from 'clsx';
import { ListFilter, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useId, useRef, useState, useTransition } from 'react';
import { Button, ButtonLink, SubmitButton } from '#components/ui/button.tsx';
import { Field } from '#components/ui/forms/field.tsx';
import { Select } from '#components/ui/forms/select.tsx';
import { useKeptFocus } from '#components/ui/use-kept-focus.ts';

interface FilterFormProps {
  /** The list's own address. */
  href: string;
  /** What the filter says now, as it stands in the address; empty values for what it does not say. */
  filters: object;
  /** What it is called to whoever does not see it. */
  label: string;
  /** Its columns where there is room for some. */
  className: string;
  /** The button's place, where it is not one column. */
  buttonsClass?: string;
  children: ReactNode;
  /** What is asked for more seldom, folded away until it is. */
  more?: ReactNode;
  /** How much of that is set, and whether it is open from the start. */
  moreSet?: number;
  isMoreOpen?: boolean;
}

/**
 * The filter above a list. It is a form that changes the address, so what it finds can be bookmarked and sent on. On
 * phones it is folded away behind a button that says how much of it is set.
 */
export function FilterForm(props: FilterFormProps) {
  const { href, filters, label, className, buttonsClass, children, more, moreSet = 0, isMoreOpen = false } = props;
  const id = useId();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [isPending, startTransition] = useTransition();
  const stands = JSON.stringify(filters);
  const set = Object.values(filters).filter((value) => value !== '').length;
  const form = useRef<HTMLFormElement>(null);
  const keepFocus = useKeptFocus(form, stands);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    keepFocus();
    const given = [...new FormData(event.currentTarget)].map(([name, value]): [string, string] => [
      name,
      String(value).trim(),
    ]);
    const wanted = new URLSearchParams(given.filter(([, value]) => value !== ''));
    startTransition(() => router.push(wanted.size === 0 ? href : `${href}?${wanted}`));
  };
  return (
    <search aria-label={label} className="block border-b border-border">
      <div className="px-4 py-3 md:hidden">
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)} className="w-full">
          <ListFilter className="size-4" aria-hidden />
          {isOpen ? 'Fold away' : 'Narrow down'}
          {set > 0 && <span className="text-muted">({set} set)</span>}
        </Button>
      </div>
      <form
        // The controls start anew from the address.
        key={stands}
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
            Filter
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
              More to filter by {moreSet > 0 && `(${moreSet} set)`}
            </summary>
            <div className="grid gap-3 pt-3 sm:grid-cols-2 lg:grid-cols-4">{more}</div>
          </details>
        )}
      </form>
    </search>
  );
}

/** Values, each with its name. */
export type Choices = readonly (readonly [value: string, name: string])[];

interface FilterChoiceProps {
  name: string;
  label: string;
  /** What choosing nothing is called; absent: there is always one chosen. */
  any?: string;
  value: string;
  choices: Choices;
}

/** One of some values, or any. */
export const FilterChoice = ({ name, label, any, value, choices }: FilterChoiceProps) => (
  <Field label={label}>
    <Select name={name} defaultValue={value}>
      {any !== undefined && <option value="">{any}</option>}
      {choices.map(([choice, said]) => (
        <option key={choice} value={choice}>
          {said}
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

/** Several of some values; none chosen: any. */
export const FilterChecks = ({ name, label, values, choices }: FilterChecksProps) => (
  <fieldset className="col-span-full min-w-0">
    <legend className="mb-1.5 text-sm font-medium">{label}</legend>
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      {choices.map(([choice, said]) => (
        <label key={choice} className="flex min-h-11 items-center gap-2 text-sm sm:min-h-8">
          <input
            type="checkbox"
            name={name}
            value={choice}
            defaultChecked={values.includes(choice)}
            className="size-4 accent-primary"
          />
          {said}
        </label>
      ))}
    </div>
  </fieldset>
);
