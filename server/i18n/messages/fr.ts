import { frCheckout } from './checkout/fr.ts';
import { frEmails } from './letters/fr.ts';
import type { Messages } from './messages.ts';
import { frPortal } from './portal/fr.ts';
import { frReceipts } from './receipts/fr.ts';

export const fr: Messages = {
  'common.optional': 'facultatif',
  'common.tryAgain': 'Réessayer',
  'common.notLoaded': 'Cette page ne s’est pas chargée entièrement et ne peut pas encore être utilisée.',
  'common.loadAgain': 'Recharger la page',
  'common.copy': 'Copier {what}',
  'common.copied': 'Copié',
  'common.copyShort': 'Copier',
  'common.copyByHand': 'À sélectionner et copier à la main',
  'common.language': 'Langue',
  'common.theme': 'Apparence',
  'common.theme.light': 'Clair',
  'common.theme.dark': 'Sombre',
  'common.theme.system': 'Comme sur cet appareil',
  'common.apply': 'Appliquer',
  'common.testMode': 'Mode test',
  'common.demonstration': 'Démonstration',
  'common.noMoneyMoves': 'aucun paiement réel',
  'common.testClock': 'L’horloge de la boutique indique {time} (UTC).',
  'common.soldBy': 'Vendu par {store}.',
  'common.questions': 'Des questions ? Écrivez à {email}',
  'common.goToStore': 'Visiter {store}',
  'common.backTo': 'Retour à {site}',
  'common.writeToStore': 'Écrire à la boutique',

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
