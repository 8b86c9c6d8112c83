'use client';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import Form from 'next/form';
import type { ReactNode } from 'react';
import { ButtonLink, SubmitButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

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
}

/** The filter above a list. It is a form that changes the address, so what it finds can be bookmarked and sent on. */
export function FilterForm({ href, filters, label, className, buttonsClass, children }: FilterFormProps) {
  const isFiltering = Object.values(filters).some((value) => value !== '');
  return (
    <Form
      // The controls start anew from the address.
      key={JSON.stringify(filters)}
      action={href}
      role="search"
      aria-label={label}
      className={clsx('grid gap-3 border-b border-border p-4 sm:px-5', className)}
    >
      {children}
      <span className={clsx('flex gap-2', buttonsClass)}>
        <SubmitButton variant="secondary">
          <Search className="size-4" aria-hidden />
          Filter
        </SubmitButton>
        {isFiltering && (
          <ButtonLink href={href} variant="ghost">
            Clear
          </ButtonLink>
        )}
      </span>
    </Form>
  );
}

/** Values, each with its name. */
export type Choices = readonly (readonly [value: string, name: string])[];

interface FilterChoiceProps {
  name: string;
  label: string;
  /** What choosing nothing is called. */
  any: string;
  value: string;
  choices: Choices;
}

/** One of some values, or any. */
export const FilterChoice = ({ name, label, any, value, choices }: FilterChoiceProps) => (
  <Field label={label}>
    <Select name={name} defaultValue={value}>
      <option value="">{any}</option>
      {choices.map(([choice, said]) => (
        <option key={choice} value={choice}>
          {said}
        </option>
      ))}
    </Select>
  </Field>
);
