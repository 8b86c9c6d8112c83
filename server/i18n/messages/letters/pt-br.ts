import type { EmailMessages } from '../messages.ts';

export const ptBREmails: EmailMessages = {
  'emails.portalLink.subject': 'Seus pedidos em {store}',
  'emails.portalLink.text':
    'Abra este link para ver seus pedidos em {store}. Ele funciona uma única vez, por 15 minutos:',
  'emails.portalLink.notYou': 'Se não foi você quem pediu, nada mudou e não é preciso fazer nada.',
  'emails.portalLink.test': 'Trata-se de pedidos de teste: nenhuma cobrança real é feita.',

  'emails.quoted': '“{name}”',
  'emails.demonstration': 'Isto é uma demonstração: nenhuma cobrança real é feita.',
  'emails.upcoming.subject': 'Próximo pagamento de {product} em {date}',
  'emails.upcoming.text': 'Em {date}, serão cobrados {total} pela sua assinatura de {product} em {store}.',
  'emails.trialEnding.subject': 'Seu teste de {product} termina em {date}',
  'emails.trialEnding.text':
    'Seu teste de {product} em {store} termina em {date}. A partir daí, serão cobrados {total} {every}.',
  'emails.tax': 'Inclui {taxName}: {tax}.',
  'emails.method': 'O pagamento será feito com {method}.',
  'emails.cancel': 'Você não precisa fazer nada. Para cancelar antes de {date} ou usar outro cartão, abra seu pedido:',
  'emails.cancelAtStore':
    'Você não precisa fazer nada. Para cancelar antes de {date} ou usar outro cartão, abra seus pedidos pela sua conta em {store}.',
  'emails.pastDue.subject': 'Seu pagamento de {product} não foi concluído',
  'emails.pastDue.text': 'O pagamento de {total} pela sua assinatura de {product} em {store} não foi concluído.',
  'emails.pastDue.byMethod':
    'Não foi possível cobrar em {method} o pagamento de {total} pela sua assinatura de {product} em {store}.',
  'emails.pastDue.noMethod': 'Não há nenhum cartão em que ele possa ser cobrado.',
  'emails.pastDue.methodRefused': 'Seu banco já havia recusado este cartão, por isso ele não foi cobrado novamente.',
  'emails.pastDue.bankAsks':
    'Seu banco quer confirmar que é você. Abra o link abaixo e informe seu cartão mais uma vez.',
  'emails.pastDue.confirmSubject': 'Confirme seu pagamento de {product}',
  'emails.pastDue.confirm':
    'O pagamento de {total} com {method} pela sua assinatura de {product} em {store} aguarda sua confirmação.',
  'emails.pastDue.retry': 'Uma nova tentativa será feita em {date}.',
  'emails.pastDue.noRetry': 'Este cartão não será cobrado novamente.',
  'emails.pastDue.fix': 'Para pagar {total} agora, com qualquer cartão e sem fazer login, abra este link:',
  'emails.pastDue.private': 'O link é só para você. Por favor, não o repasse.',
  'emails.ended.subject': 'Sua assinatura de {product} foi encerrada',
  'emails.ended.text': 'Sua assinatura de {product} em {store} foi encerrada, porque o pagamento não foi concluído.',
  'emails.ended.noCharge': 'Não haverá novas cobranças.',
  'emails.ended.orders': 'Seus pedidos e recibos continuam disponíveis aqui:',
  'emails.refundApproved.subject': '{store} vai devolver {amount} a você',
  'emails.refundApproved.text':
    '{store} aprovou seu pedido de reembolso de {product}. {amount} voltam para o meio com que você pagou.',
  'emails.refundApproved.when': 'O prazo depende do seu banco: em geral alguns dias, às vezes duas semanas.',
  'emails.refundDeclined.subject': 'Seu pedido de reembolso a {store}',
  'emails.refundDeclined.text': '{store} recusou seu pedido de reembolso de {amount} por {product}.',
  'emails.refundDeclined.again': 'Se houver algo a acrescentar, você pode pedir de novo na página do seu pedido:',
  'emails.refunded.text': '{store} reembolsou {amount} por {product}. O valor volta para o meio com que você pagou.',
  'emails.refund.note': 'Mensagem de {store}:',
  'emails.refund.order': 'Esta é a página do seu pedido:',
  'emails.button.order': 'Abrir seu pedido',
  'emails.button.orders': 'Abrir seus pedidos',
  'emails.button.pay': 'Pagar {total}',
  'emails.order.subject': 'Seu pedido de {product} em {store}',
  'emails.order.text': 'Obrigado. {store} confirmou seu pedido de {product}.',
  'emails.receipt': 'Seu pedido e o recibo estão aqui:',
  'emails.started.subject': 'Sua assinatura de {product} começou',
  'emails.started.text': 'Obrigado. Sua assinatura de {product} em {store} começou.',
  'emails.trialStarted.subject': 'Seu teste de {product} começou',
  'emails.cycled.subject': 'Seu pagamento de {product}',
  'emails.cycled.text': '{store} recebeu seu pagamento de {total} por {product}. Sua assinatura está paga até {date}.',
  'emails.canceled.subject': 'Sua assinatura de {product} termina em {date}',
  'emails.canceled.text':
    'Sua assinatura de {product} em {store} foi cancelada. Você pode usá-la até {date}, e nada mais será cobrado.',
  'emails.canceled.undo': 'Se mudar de ideia até lá, você pode desfazer o cancelamento na página do seu pedido:',
  'emails.revoked.text': 'Sua assinatura de {product} em {store} foi encerrada.',
};
