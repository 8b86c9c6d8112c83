'use client';
import { Search } from 'lucide-react';
import Form from 'next/form';
import { ButtonLink, SubmitButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { callName } from './request-words.ts';

/** As they stand in the address. */
export interface Filters {
  readonly search: string;
  readonly status: string;
  readonly path: string;
}

const statusClasses = [
  ['', 'Any status'],
  ['2', '2xx, succeeded'],
  ['4', '4xx, refused'],
  ['5', '5xx, failed'],
] as const;

/** The filter above the list. It is a form that changes the address, so what it finds can be bookmarked and sent on. */
export function RequestFilters({
  href,
  filters,
  paths,
}: {
  href: string;
  filters: Filters;
  /** What can be called. */
  paths: readonly string[];
}) {
  const isFiltering = Object.values(filters).some((value) => value !== '');
  return (
    <Form
      // The controls start anew from the address.
      key={JSON.stringify(filters)}
      action={href}
      role="search"
      aria-label="Filter calls"
      className="grid gap-3 border-b border-border p-4 sm:px-5 md:grid-cols-[minmax(0,1fr)_11rem_15rem_auto] md:items-end"
    >
      <Field label="Search">
        <Input
          name="q"
          type="search"
          maxLength={200}
          defaultValue={filters.search}
          placeholder="Request id, path or error"
        />
      </Field>
      <Field label="Status">
        <Select name="status" defaultValue={filters.status}>
          {statusClasses.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Call">
        <Select name="call" defaultValue={filters.path}>
          <option value="">Any call</option>
          {paths.map((path) => (
            <option key={path} value={path}>
              {callName(path)}
            </option>
          ))}
        </Select>
      </Field>
      <span className="flex gap-2">
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
