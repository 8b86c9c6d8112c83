import { deCheckout } from './checkout/de.ts';
import { deEmails } from './emails/de.ts';
import type { Messages } from './messages.ts';
import { dePortal } from './portal/de.ts';
import { deReceipts } from './receipts/de.ts';

export const de: Messages = {
  'common.optional': 'optional',
  'common.tryAgain': 'Erneut versuchen',
  'common.notLoaded': 'Diese Seite wurde nicht vollständig geladen und lässt sich noch nicht benutzen.',
  'common.loadAgain': 'Neu laden',
  'common.copy': '{what} kopieren',
  'common.copied': 'Kopiert',
  'common.copyShort': 'Kopieren',
  'common.copyByHand': 'Manuell markieren und kopieren',
  'common.language': 'Sprache',
  'common.theme': 'Darstellung',
  'common.theme.light': 'Hell',
  'common.theme.dark': 'Dunkel',
  'common.theme.system': 'Systemeinstellung',
  'common.apply': 'Übernehmen',
  'common.testMode': 'Testmodus',
  'common.demonstration': 'Demo',
  'common.noMoneyMoves': 'keine echten Zahlungen',
  'common.testClock': 'Testuhr: {time} (UTC)',
  'common.soldBy': 'Verkauft von {store}.',
  'common.questions': 'Fragen? Schreiben Sie an {email}',
  'common.goToStore': 'Zu {store}',
  'common.backTo': 'Zurück zu {site}',
  'common.writeToStore': 'Händler kontaktieren',

  'tax.vat': 'MwSt.',
  'tax.gst': 'GST',
  'tax.hst': 'HST',
  'tax.pst': 'PST',
  'tax.qst': 'QST',
  'tax.salesTax': 'Verkaufssteuer',
  'tax.serviceTax': 'Dienstleistungssteuer',
  'tax.consumptionTax': 'Verbrauchsteuer',

  ...deCheckout,
  ...dePortal,
  ...deReceipts,
  ...deEmails,
};
