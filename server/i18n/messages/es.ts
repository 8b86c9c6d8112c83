import { esCheckout } from './checkout/es.ts';
import { esEmails } from './emails/es.ts';
import type { Messages } from './messages.ts';
import { esPortal } from './portal/es.ts';
import { esReceipts } from './receipts/es.ts';

export const es: Messages = {
  'common.optional': 'opcional',
  'common.tryAgain': 'Reintentar',
  'common.notLoaded': 'Esta página no se ha cargado por completo y todavía no se puede usar.',
  'common.loadAgain': 'Recargar',
  'common.copy': 'Copiar {what}',
  'common.copied': 'Copiado',
  'common.copyShort': 'Copiar',
  'common.copyByHand': 'Seleccionar y copiar manualmente',
  'common.language': 'Idioma',
  'common.theme': 'Apariencia',
  'common.theme.light': 'Claro',
  'common.theme.dark': 'Oscuro',
  'common.theme.system': 'Sistema',
  'common.apply': 'Aplicar',
  'common.testMode': 'Modo de prueba',
  'common.demonstration': 'Demostración',
  'common.noMoneyMoves': 'sin cobros reales',
  'common.testClock': 'Reloj de prueba: {time} (UTC)',
  'common.soldBy': 'Vendido por {store}.',
  'common.questions': '¿Preguntas? Escriba a {email}',
  'common.goToStore': 'Ir a {store}',
  'common.backTo': 'Volver a {site}',
  'common.writeToStore': 'Contactar con la tienda',

  'tax.vat': 'IVA',
  'tax.gst': 'GST',
  'tax.hst': 'HST',
  'tax.pst': 'PST',
  'tax.qst': 'QST',
  'tax.salesTax': 'Impuesto sobre las ventas',
  'tax.serviceTax': 'Impuesto sobre los servicios',
  'tax.consumptionTax': 'Impuesto al consumo',

  ...esCheckout,
  ...esPortal,
  ...esReceipts,
  ...esEmails,
};
