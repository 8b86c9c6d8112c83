import { ptBRCheckout } from './checkout/pt-br.ts';
import { ptBREmails } from './emails/pt-br.ts';
import type { Messages } from './messages.ts';
import { ptBRPortal } from './portal/pt-br.ts';
import { ptBRReceipts } from './receipts/pt-br.ts';

export const ptBR: Messages = {
  'common.optional': 'opcional',
  'common.tryAgain': 'Tentar novamente',
  'common.notLoaded': 'Esta página não foi carregada por completo e ainda não pode ser usada.',
  'common.loadAgain': 'Recarregar',
  'common.copy': 'Copiar {what}',
  'common.copied': 'Copiado',
  'common.copyShort': 'Copiar',
  'common.copyByHand': 'Selecione e copie manualmente',
  'common.language': 'Idioma',
  'common.theme': 'Aparência',
  'common.theme.light': 'Claro',
  'common.theme.dark': 'Escuro',
  'common.theme.system': 'Sistema',
  'common.apply': 'Aplicar',
  'common.testMode': 'Modo de teste',
  'common.demonstration': 'Demonstração',
  'common.noMoneyMoves': 'nenhuma cobrança real',
  'common.testClock': 'Relógio de teste: {time} (UTC)',
  'common.soldBy': 'Vendido por {store}.',
  'common.questions': 'Dúvidas? Escreva para {email}',
  'common.goToStore': 'Ir para {store}',
  'common.backTo': 'Voltar para {site}',
  'common.writeToStore': 'Falar com a loja',

  'tax.vat': 'IVA',
  'tax.gst': 'GST',
  'tax.hst': 'HST',
  'tax.pst': 'PST',
  'tax.qst': 'QST',
  'tax.salesTax': 'Imposto sobre vendas',
  'tax.serviceTax': 'Imposto sobre serviços',
  'tax.consumptionTax': 'Imposto sobre o consumo',

  ...ptBRCheckout,
  ...ptBRPortal,
  ...ptBRReceipts,
  ...ptBREmails,
};
