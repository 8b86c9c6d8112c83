/** What stands in a form's controls, by their names. */
export type FormValues<Name extends string> = Readonly<Record<Name, string>>;

/** The controls' values now; a field that is not shown counts as empty. */
export function readValues<Name extends string>(form: HTMLFormElement, names: readonly Name[]): FormValues<Name> {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>;
}

/** Writes texts into the controls of these names, in their order; where there is none, it is emptied. */
export function writeValues(form: HTMLFormElement | null, names: readonly string[], texts: readonly string[]): void {
  for (const [place, name] of names.entries()) {
    const control = form?.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.value = texts[place] ?? '';
  }
}

/** Whether the box of that name is ticked. */
export function isTicked(form: HTMLFormElement, name: string): boolean {
  const box = form.elements.namedItem(name);
  return box instanceof HTMLInputElement && box.checked;
}
