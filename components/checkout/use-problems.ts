import { type FocusEvent, type FormEvent, type RefObject, useState } from 'react';
import type { PayField } from '../../server/checkout/pay-form.ts';
import { useFocusInvalid } from '../ui/use-focus-invalid.ts';
import { groupExpiry, groupNumber, onlyDigits, rewrite } from './as-typed.ts';
import { type Circumstances, checkField, fieldNames, type Problems, readValues, type Values } from './check-fields.ts';

const groupings: Readonly<Record<string, (typed: string) => string>> = {
  cardNumber: groupNumber,
  cardExpiry: groupExpiry,
  cardCvc: onlyDigits,
};

/** What is wrong with the form: found when a field is left, gone as soon as it is put right. */
export function useProblems(form: RefObject<HTMLFormElement | null>, circumstances: Circumstances) {
  const [problems, setProblems] = useState<Problems>({});
  const [toFocus, setToFocus] = useState<Problems>();
  useFocusInvalid(form, toFocus);

  const recheck = (name: PayField, values: Values) => {
    const problem = checkField(name, values, circumstances);
    setProblems(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others));
  };
  /** Shows problems and goes to the first. */
  const show = (found: Problems) => {
    setProblems(found);
    setToFocus({ ...found });
  };
  return {
    problems,
    show,
    clear: () => setProblems({}),
    /** Everything that is wrong, shown; undefined when nothing is. */
    checkAll(values: Values): Problems | undefined {
      const checked = fieldNames.map((name) => [name, checkField(name, values, circumstances)] as const);
      const found = Object.fromEntries(checked.filter(([, problem]) => problem)) as Problems;
      show(found);
      return Object.keys(found).length > 0 ? found : undefined;
    },
    onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
      const name = nameOf(target);
      if (!name) return;
      const values = readValues(currentTarget);
      // Passing through an empty field is no mistake yet.
      if (values[name] !== '' || problems[name]) recheck(name, values);
    },
    onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
      const name = nameOf(target);
      if (!name) return;
      const group = groupings[name];
      if (group && target instanceof HTMLInputElement) rewrite(target, group);
      const values = readValues(currentTarget);
      if (problems[name] && !checkField(name, values, circumstances)) recheck(name, values);
    },
  };
}

const nameOf = (target: EventTarget): PayField | undefined =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement
    ? fieldNames.find((name) => name === target.name)
    : undefined;
