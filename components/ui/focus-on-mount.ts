/** A ref that focuses a control of a row that was just added. */
export const focusOnMount = (control: HTMLElement | null): void => control?.focus();
