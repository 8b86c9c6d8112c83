/** A ref for a control of a row that was just added: whoever asked for the row goes on in it. */
export const focusOnMount = (control: HTMLElement | null): void => control?.focus();
