import { itCheckout } from './checkout/it.ts';
import { itEmails } from './emails/it.ts';
import type { Messages } from './messages.ts';
import { itPortal } from './portal/it.ts';
import { itReceipts } from './receipts/it.ts';

export const it: Messages = {
  'common.optional': 'facoltativo',
  'common.tryAgain': 'Riprova',
  'common.notLoaded': 'Questa pagina non è stata caricata completamente e non può ancora essere usata.',
  'common.loadAgain': 'Ricarica',
  'common.copy': 'Copia {what}',
  'common.copied': 'Copiato',
  'common.copyShort': 'Copia',
  'common.copyByHand': 'Selezionare e copiare manualmente',
  'common.language': 'Lingua',
  'common.theme': 'Aspetto',
  'common.theme.light': 'Chiaro',
  'common.theme.dark': 'Scuro',
  'common.theme.system': 'Sistema',
  'common.apply': 'Applica',
  'common.testMode': 'Modalità di test',
  'common.demonstration': 'Dimostrazione',
  'common.noMoneyMoves': 'nessun addebito reale',
  'common.testClock': 'Orologio di test: {time} (UTC)',
  'common.soldBy': 'Venduto da {store}.',
  'common.questions': 'Domande? Scrivere a {email}',
  'common.goToStore': 'Vai a {store}',
  'common.backTo': 'Torna a {site}',
  'common.writeToStore': 'Contatta il negozio',

  'tax.vat': 'IVA',
  'tax.gst': 'GST',
  'tax.hst': 'HST',
  'tax.pst': 'PST',
  'tax.qst': 'QST',
  'tax.salesTax': 'Imposta sulle vendite',
  'tax.serviceTax': 'Imposta sui servizi',
  'tax.consumptionTax': 'Imposta sui consumi',

  ...itCheckout,
  ...itPortal,
  ...itReceipts,
  ...itEmails,
};
