/** Labels and hints of the theme editor. */
import type { SampleState } from '#server/storefront/checkout/sample.ts';
import type { ThemeField } from './theme-draft.ts';

export type Side = 'light' | 'dark';

export const sideNames: Readonly<Record<Side, string>> = { light: 'Light', dark: 'Dark' };

export const colorFields = [
  { field: 'checkoutColorPrimary', label: 'Buttons and links', token: 'primary' },
  { field: 'checkoutColorBackground', label: 'Background', token: 'background' },
  { field: 'checkoutColorCard', label: 'Card', hint: 'Background of the form and the receipt.', token: 'surface' },
  { field: 'checkoutColorText', label: 'Text', token: 'text' },
] as const;

/** In the order of a checkout. */
export const stateNames: Readonly<Record<SampleState, string>> = {
  form: 'Form',
  problems: 'Invalid input',
  declined: 'Declined',
  challenge: '3D Secure',
  processing: 'Processing',
  paid: 'Success',
  trial: 'Trial started',
  expired: 'Expired',
  canceled: 'Canceled',
  unavailable: 'Unavailable',
};

/** The hint for a rejected field. */
export function correctionFor(field: ThemeField): string {
  switch (field) {
    case 'checkoutLogo':
      return 'Enter a full URL that starts with https://, or leave it empty.';
    case 'checkoutBorderRadius':
      return 'Enter a length such as 8px or 0.5rem, or leave it empty.';
    default:
      return 'Enter a hex color such as #1a6b4c, or leave it empty.';
  }
}
