import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useFocusInvalid } from '#components/ui/forms/use-focus-invalid.ts';
import { usePage } from '../../page/page-context.tsx';
import { type FormValues, readValues } from './form-values.ts';
import { groupExpiry, groupNumber, onlyDigits, rewrite } from './format-card-fields.ts';

const groupings: Readonly<Record<string, (typed: string) => string>> = {
  cardNumber: groupNumber,
  cardExpiry: groupExpiry,
  cardCvc: onlyDigits,
};

interface Rules<Name extends string> {
  /** The controls' names, in form order. */
  readonly names: readonly Name[];
  /** Returns the problem of a field, or undefined. */
  readonly check: (name: Name, values: FormValues<Name>) => string | undefined;
  /** Problems known when the page opens. */
  readonly initial?: Readonly<Partial<Record<Name, string>>>;
}

/** Validation state of a form: checks a field on blur and clears its problem once it is fixed. */
export function useProblems<Name extends string>(
  form: RefObject<HTMLFormElement | null>,
  { names, check, initial }: Rules<Name>,
) {
  type Problems = Readonly<Partial<Record<Name, string>>>;
  const none = {} as Problems;
  const [problems, setProblems] = useState<Problems>(initial ?? none);
  const [toFocus, setToFocus] = useState<Problems>();
  useFocusInvalid(form, toFocus);

  const recheck = (name: Name, values: FormValues<Name>) => {
    const problem = check(name, values);
    setProblems(({ [name]: _, ...others }) => {
      const rest = others as unknown as Problems;
      return problem ? { ...rest, [name]: problem } : rest;
    });
  };

  const { language } = usePage().page.reading;
  const spoken = useRef(language);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new language needs new messages
  useEffect(() => {
    if (spoken.current === language || !form.current) return;
    spoken.current = language;
    const values = readValues(form.current, names);
    // oxlint-disable-next-line react/set-state-in-effect -- the typed values are in the document, which is read only here
    for (const name of names) if (problems[name]) recheck(name, values);
  }, [language]);

  /** Shows problems and focuses the first invalid field. */
  const show = (found: Problems) => {
    setProblems(found);
    setToFocus({ ...found });
  };
  const nameOf = (target: EventTarget): Name | undefined =>
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement
      ? names.find((name) => name === target.name)
      : undefined;
  return {
    problems,
    show,
    clear: () => setProblems(none),
    /** Checks one field again after its rules have changed. */
    recheck(name: Name) {
      if (form.current) recheck(name, readValues(form.current, names));
    },
    /** Checks all fields and shows the problems. Returns undefined if there are none. */
    checkAll(values: FormValues<Name>): Problems | undefined {
      const checked = names.map((name) => [name, check(name, values)] as const);
      const found = Object.fromEntries(checked.filter(([, problem]) => problem)) as Problems;
      show(found);
      return Object.keys(found).length > 0 ? found : undefined;
    },
    onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
      const name = nameOf(target);
      if (!name) return;
      const values = readValues(currentTarget, names);
      // Leaving an empty field is not a problem yet.
      if (values[name] !== '' || problems[name]) recheck(name, values);
    },
    onInput({ target, currentTarget }: FormEvent<HTMLFormElement>) {
      const name = nameOf(target);
      if (!name) return;
      const group = groupings[name];
      if (group && target instanceof HTMLInputElement) rewrite(target, group);
      const values = readValues(currentTarget, names);
      if (problems[name] && !check(name, values)) recheck(name, values);
    },
  };
}
