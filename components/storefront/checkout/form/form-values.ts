/** Reads and writes the controls of a form by name. */
export type FormValues<Name extends string> = Readonly<Record<Name, string>>;

/** The current values. A hidden field counts as empty. */
export function readValues<Name extends string>(form: HTMLFormElement, names: readonly Name[]): FormValues<Name> {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Record<Name, string>;
}

/** Writes the values to the named controls, in order. A missing value clears its control. */
export function writeValues(form: HTMLFormElement | null, names: readonly string[], texts: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const control = form?.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.value = texts[index] ?? '';
  }
}

/** Whether the named checkbox is checked. */
export function isTicked(form: HTMLFormElement, name: string): boolean {
  const box = form.elements.namedItem(name);
  return box instanceof HTMLInputElement && box.checked;
}
