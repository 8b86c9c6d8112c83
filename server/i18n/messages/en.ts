/**
 * All messages that buyers read, in English: ICU messages by key. Every other language has the same keys and arguments.
 */
import { enCheckout } from './checkout/en.ts';
import { enEmails } from './emails/en.ts';
import { enPortal } from './portal/en.ts';
import { enReceipts } from './receipts/en.ts';

export const en = {
  'common.optional': 'optional',
  'common.tryAgain': 'Try again',
  'common.notLoaded': 'This page did not load completely and cannot be used yet.',
  'common.loadAgain': 'Reload',
  'common.copy': 'Copy {what}',
  'common.copied': 'Copied',
  'common.copyShort': 'Copy',
  'common.copyByHand': 'Select and copy manually',
  'common.language': 'Language',
  'common.theme': 'Appearance',
  'common.theme.light': 'Light',
  'common.theme.dark': 'Dark',
  'common.theme.system': 'System',
  'common.apply': 'Apply',
  'common.testMode': 'Test mode',
  'common.demonstration': 'Demonstration',
  'common.noMoneyMoves': 'no real charges',
  'common.testClock': 'Test clock: {time} (UTC)',
  'common.soldBy': 'Sold by {store}.',
  'common.questions': 'Questions? Contact {email}',
  'common.goToStore': 'Go to {store}',
  'common.backTo': 'Back to {site}',
  'common.writeToStore': 'Contact the store',

  'tax.vat': 'VAT',
  'tax.gst': 'GST',
  'tax.hst': 'HST',
  'tax.pst': 'PST',
  'tax.qst': 'QST',
  'tax.salesTax': 'Sales tax',
  'tax.serviceTax': 'Service tax',
  'tax.consumptionTax': 'Consumption tax',

  ...enCheckout,
  ...enPortal,
  ...enReceipts,
  ...enEmails,
} as const;
