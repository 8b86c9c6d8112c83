import { frCheckout } from './checkout/fr.ts';
import { frEmails } from './emails/fr.ts';
import type { Messages } from './messages.ts';
import { frPortal } from './portal/fr.ts';
import { frReceipts } from './receipts/fr.ts';

export const fr: Messages = {
  'common.optional': 'facultatif',
  'common.tryAgain': 'Réessayer',
  'common.notLoaded': 'Cette page ne s’est pas chargée entièrement et ne peut pas encore être utilisée.',
  'common.loadAgain': 'Recharger',
  'common.copy': 'Copier {what}',
  'common.copied': 'Copié',
  'common.copyShort': 'Copier',
  'common.copyByHand': 'À sélectionner et à copier manuellement',
  'common.language': 'Langue',
  'common.theme': 'Apparence',
  'common.theme.light': 'Clair',
  'common.theme.dark': 'Sombre',
  'common.theme.system': 'Système',
  'common.apply': 'Appliquer',
  'common.testMode': 'Mode test',
  'common.demonstration': 'Démonstration',
  'common.noMoneyMoves': 'aucun paiement réel',
  'common.testClock': 'Horloge de test : {time} (UTC)',
  'common.soldBy': 'Vendu par {store}.',
  'common.questions': 'Des questions ? Écrivez à {email}',
  'common.goToStore': 'Visiter {store}',
  'common.backTo': 'Retour à {site}',
  'common.writeToStore': 'Contacter la boutique',

  'tax.vat': 'TVA',
  'tax.gst': 'TPS',
  'tax.hst': 'TVH',
  'tax.pst': 'TVP',
  'tax.qst': 'TVQ',
  'tax.salesTax': 'Taxe de vente',
  'tax.serviceTax': 'Taxe sur les services',
  'tax.consumptionTax': 'Taxe à la consommation',

  ...frCheckout,
  ...frPortal,
  ...frReceipts,
  ...frEmails,
};
