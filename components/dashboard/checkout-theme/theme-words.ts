/** What the theme editor calls things, and what helps to correct them. */
import type { SampleState } from '#server/storefront/checkout/sample.ts';
import type { ThemeField } from './theme-draft.ts';

export type Side = 'light' | 'dark';

export const sideNames: Readonly<Record<Side, string>> = { light: 'Light', dark: 'Dark' };

export const colorFields = [
  { field: 'checkoutColorPrimary', label: 'Buttons and links', token: 'primary' },
  { field: 'checkoutColorBackground', label: 'Background', token: 'background' },
  { field: 'checkoutColorCard', label: 'Card', hint: 'The sheet with the form and the receipt.', token: 'surface' },
  { field: 'checkoutColorText', label: 'Text', token: 'text' },
] as const;

/** In the order of a purchase. */
export const stateNames: Readonly<Record<SampleState, string>> = {
  form: 'Form',
  problems: 'Wrong entries',
  declined: 'Declined',
  challenge: '3-D Secure',
  processing: 'Processing',
  paid: 'Success',
  trial: 'Trial begun',
  expired: 'Expired',
  canceled: 'Canceled',
  unavailable: 'Unavailable',
};

/** How to put a field right that the service refused. */
export function correctionFor(field: ThemeField): string {
  switch (field) {
    case 'checkoutLogo':
      return 'Enter a whole address that begins with https://, or leave it empty.';
    case 'checkoutBorderRadius':
      return 'Enter a length such as 8px or 0.5rem, or leave it empty.';
    default:
      return 'Enter a hex color such as #1a6b4c, or leave it empty.';
  }
}
