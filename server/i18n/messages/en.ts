/**
 * Everything that buyers read on the hosted pages, in English: ICU messages by key. A key says where a text stands and
 * what it is, and every other language has the same keys with the same arguments.
 */
import { enCheckout } from './checkout/en.ts';
import { enEmails } from './letters/en.ts';
import { enPortal } from './portal/en.ts';
import { enReceipts } from './receipts/en.ts';

export const en = {
  'common.optional': 'optional',
  'common.tryAgain': 'Try again',
  'common.notLoaded': 'This page did not load completely, so it cannot be used yet.',
  'common.loadAgain': 'Load it again',
  'common.copy': 'Copy {what}',
  'common.copied': 'Copied',
  'common.copyShort': 'Copy',
  'common.copyByHand': 'Select and copy by hand',
  'common.language': 'Language',
  'common.theme': 'Appearance',
  'common.theme.light': 'Light',
  'common.theme.dark': 'Dark',
  'common.theme.system': 'As on this device',
  'common.apply': 'Apply',
  'common.testMode': 'Test mode',
  'common.demonstration': 'Demonstration',
  'common.noMoneyMoves': 'no money moves',
  'common.testClock': 'The store’s clock says {time} (UTC).',
  'common.soldBy': 'Sold by {store}.',
  'common.questions': 'Questions? Write to {email}',
  'common.goToStore': 'Go to {store}',
  'common.backTo': 'Back to {site}',
  'common.writeToStore': 'Write to the store',

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
