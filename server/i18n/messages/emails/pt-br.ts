import type { EmailMessages } from '../messages.ts';

export const ptBREmails: EmailMessages = {
  'emails.portalLink.subject': 'Seus pedidos em {store}',
  'emails.portalLink.text':
    'Abra este link para ver seus pedidos em {store}. Ele funciona uma única vez e expira em 15 minutos:',
  'emails.portalLink.account':
    'Você fez pedidos com uma conta de cliente em {store}. Entre em {store} para vê-los ou alterá-los.',
  'emails.portalLink.notYou': 'Se você não pediu este e-mail, pode ignorá-lo.',
  'emails.portalLink.test': 'Modo de teste: nenhuma cobrança real.',

  'emails.quoted': '“{name}”',
  'emails.demonstration': 'Demonstração: nenhuma cobrança real.',
  'emails.upcoming.subject': 'Próximo pagamento de {product} em {date}',
  'emails.upcoming.text': 'Em {date}, serão cobrados {total} pela sua assinatura de {product} em {store}.',
  'emails.trialEnding.subject': 'Seu teste de {product} termina em {date}',
  'emails.trialEnding.text':
    'Seu teste de {product} em {store} termina em {date}. Depois, serão cobrados {total} {every}.',
  'emails.tax': 'Inclui {taxName}: {tax}.',
  'emails.method': 'A cobrança será feita em {method}.',
  'emails.cancel':
    'Você não precisa fazer nada. Para cancelar antes de {date} ou atualizar seu cartão, abra seu pedido:',
  'emails.cancelAtStore':
    'Você não precisa fazer nada. Para cancelar antes de {date} ou atualizar seu cartão, abra seus pedidos pela sua conta em {store}.',
  'emails.pastDue.subject': 'Seu pagamento de {product} não foi concluído',
  'emails.pastDue.text': 'O pagamento de {total} pela sua assinatura de {product} em {store} não foi concluído.',
  'emails.pastDue.byMethod': 'Não foi possível cobrar {total} em {method} pela sua assinatura de {product} em {store}.',
  'emails.pastDue.noMethod': 'Não há nenhum cartão cadastrado.',
  'emails.pastDue.methodRefused': 'Seu banco já havia recusado este cartão, por isso ele não foi cobrado novamente.',
  'emails.pastDue.bankAsks':
    'Seu banco precisa verificar sua identidade. Abra o link abaixo e informe seu cartão novamente.',
  'emails.pastDue.confirmSubject': 'Confirme seu pagamento de {product}',
  'emails.pastDue.confirm':
    'O pagamento de {total} com {method} pela sua assinatura de {product} em {store} aguarda sua confirmação.',
  'emails.pastDue.retry': 'Uma nova tentativa será feita em {date}.',
  'emails.pastDue.noRetry': 'Este cartão não será cobrado novamente.',
  'emails.pastDue.fix': 'Pague {total} agora com qualquer cartão, sem fazer login:',
  'emails.pastDue.private': 'Não compartilhe este link.',
  'emails.ended.subject': 'Sua assinatura de {product} foi encerrada',
  'emails.ended.text': 'Sua assinatura de {product} em {store} foi encerrada, porque o pagamento não foi concluído.',
  'emails.ended.noCharge': 'Não haverá novas cobranças.',
  'emails.ended.orders': 'Seus pedidos e recibos continuam disponíveis aqui:',
  'emails.refundApproved.subject': 'Seu reembolso de {amount} de {store}',
  'emails.refundApproved.text':
    '{store} aprovou seu pedido de reembolso de {product}. {amount} serão devolvidos na forma de pagamento original.',
  'emails.refundApproved.when': 'O prazo depende do seu banco: em geral alguns dias, às vezes duas semanas.',
  'emails.refundDeclined.subject': 'Seu pedido de reembolso a {store}',
  'emails.refundDeclined.text': '{store} recusou seu pedido de reembolso de {amount} por {product}.',
  'emails.refundDeclined.again': 'Para acrescentar informações, peça de novo na página do seu pedido:',
  'emails.refunded.text': '{store} reembolsou {amount} por {product} na forma de pagamento original.',
  'emails.refund.note': 'Mensagem de {store}:',
  'emails.refund.order': 'Seu pedido:',
  'emails.button.order': 'Ver pedido',
  'emails.button.store': 'Ir para {store}',
  'emails.button.orders': 'Ver pedidos',
  'emails.button.pay': 'Pagar {total}',
  'emails.order.subject': 'Seu pedido em {store}',
  'emails.order.text': 'Obrigado. Seu pedido de {product} em {store} está confirmado.',
  'emails.receipt': 'Veja seu pedido e o recibo:',
  'emails.started.subject': 'Sua assinatura de {product} começou',
  'emails.started.text': 'Obrigado. Sua assinatura de {product} em {store} começou.',
  'emails.trialStarted.subject': 'Seu teste de {product} começou',
  'emails.cycled.subject': 'Seu pagamento de {product}',
  'emails.cycled.text': '{store} recebeu seu pagamento de {total} por {product}. Sua assinatura está paga até {date}.',
  'emails.canceled.subject': 'Sua assinatura de {product} termina em {date}',
  'emails.canceled.text':
    'Sua assinatura de {product} em {store} foi cancelada. Você pode usá-la até {date}, e nada mais será cobrado.',
  'emails.canceled.undo': 'Até lá, você pode retomá-la na página do seu pedido:',
  'emails.revoked.text': 'Sua assinatura de {product} em {store} foi encerrada.',

  'emails.planChanged.subject': 'Seu plano agora é {to}',
  'emails.planChanged.text': 'Sua assinatura em {store} mudou de {from} para {to}.',
  'emails.planScheduled.subject': 'Seu plano muda para {to} em {date}',
  'emails.planScheduled.text': 'Sua assinatura em {store} muda de {from} para {to} em {date}. Até lá, nada é cobrado.',
  'emails.planScheduled.undo': 'Até lá, você pode desfazer a mudança na página do pedido:',
  'emails.planFailed.subject': 'Seu plano não foi alterado',
  'emails.planFailed.text':
    'Sua assinatura em {store} não mudou para {to} porque o pagamento não foi concluído. Ela continua com {from}.',
  'emails.planFailed.notAttempted':
    'Sua assinatura em {store} não mudou para {to}. Nada foi cobrado pela mudança. Ela continua com {from}.',
};
