import type { EmailMessages } from '../messages.ts';

export const esEmails: EmailMessages = {
  'emails.portalLink.subject': 'Sus pedidos en {store}',
  'emails.portalLink.text':
    'Abra este enlace para ver sus pedidos en {store}. Sirve una sola vez y durante 15 minutos:',
  'emails.portalLink.notYou': 'Si no lo ha solicitado usted, nada ha cambiado y no tiene que hacer nada.',
  'emails.portalLink.test': 'Se trata de pedidos de prueba: no se cobra dinero real.',

  'emails.quoted': '«{name}»',
  'emails.demonstration': 'Esto es una demostración: no se cobra dinero real.',
  'emails.upcoming.subject': 'Próximo pago de {product} el {date}',
  'emails.upcoming.text': 'El {date} se cobrarán {total} por su suscripción a {product} en {store}.',
  'emails.trialEnding.subject': 'Su prueba de {product} termina el {date}',
  'emails.trialEnding.text':
    'Su prueba de {product} en {store} termina el {date}. A partir de entonces se cobrarán {total} {every}.',
  'emails.tax': 'Incluye {taxName}: {tax}.',
  'emails.method': 'Se pagará con {method}.',
  'emails.cancel': 'No tiene que hacer nada. Para cancelar antes del {date} o usar otra tarjeta, abra su pedido:',
  'emails.cancelAtStore':
    'No tiene que hacer nada. Para cancelar antes del {date} o usar otra tarjeta, abra sus pedidos desde su cuenta en {store}.',
  'emails.pastDue.subject': 'Su pago de {product} no se ha realizado',
  'emails.pastDue.text': 'El pago de {total} por su suscripción a {product} en {store} no se ha realizado.',
  'emails.pastDue.byMethod':
    'El pago de {total} por su suscripción a {product} en {store} no se pudo cobrar en {method}.',
  'emails.pastDue.noMethod': 'No hay ninguna tarjeta en la que se pueda cobrar.',
  'emails.pastDue.methodRefused':
    'Su banco ya había rechazado esta tarjeta, por lo que no se ha vuelto a cobrar en ella.',
  'emails.pastDue.bankAsks':
    'Su banco quiere confirmar su identidad. Abra el enlace de abajo e indique de nuevo su tarjeta.',
  'emails.pastDue.confirmSubject': 'Confirme su pago de {product}',
  'emails.pastDue.confirm':
    'El pago de {total} con {method} por su suscripción a {product} en {store} está pendiente de su confirmación.',
  'emails.pastDue.retry': 'Se volverá a intentar el {date}.',
  'emails.pastDue.noRetry': 'No se volverá a cobrar en esta tarjeta.',
  'emails.pastDue.fix': 'Para pagar {total} ahora, con cualquier tarjeta y sin iniciar sesión, abra este enlace:',
  'emails.pastDue.private': 'El enlace es solo para usted. No lo comparta, por favor.',
  'emails.ended.subject': 'Su suscripción a {product} ha finalizado',
  'emails.ended.text': 'Su suscripción a {product} en {store} ha finalizado porque el pago no se pudo realizar.',
  'emails.ended.noCharge': 'No se cobrará nada más.',
  'emails.ended.orders': 'Sus pedidos y recibos siguen disponibles aquí:',
  'emails.refundApproved.subject': '{store} le reembolsa {amount}',
  'emails.refundApproved.text':
    '{store} ha aprobado su solicitud de reembolso de {product}. Recibirá {amount} en el medio con el que pagó.',
  'emails.refundApproved.when': 'El plazo depende de su banco: normalmente unos días, a veces dos semanas.',
  'emails.refundDeclined.subject': 'Su solicitud de reembolso a {store}',
  'emails.refundDeclined.text': '{store} ha rechazado su solicitud de reembolso de {amount} por {product}.',
  'emails.refundDeclined.again': 'Si hay algo que añadir, puede volver a solicitarlo en la página de su pedido:',
  'emails.refunded.text':
    '{store} le ha reembolsado {amount} por {product}. Recibirá el dinero en el medio con el que pagó.',
  'emails.refund.note': 'Mensaje de {store}:',
  'emails.refund.order': 'Esta es la página de su pedido:',
  'emails.button.order': 'Abrir su pedido',
  'emails.button.orders': 'Abrir sus pedidos',
  'emails.button.pay': 'Pagar {total}',
  'emails.order.subject': 'Su pedido de {product} en {store}',
  'emails.order.text': 'Gracias. {store} ha confirmado su pedido de {product}.',
  'emails.receipt': 'Aquí encontrará su pedido y el recibo:',
  'emails.started.subject': 'Su suscripción a {product} ha comenzado',
  'emails.started.text': 'Gracias. Su suscripción a {product} en {store} ha comenzado.',
  'emails.trialStarted.subject': 'Su prueba de {product} ha comenzado',
  'emails.cycled.subject': 'Su pago de {product}',
  'emails.cycled.text':
    '{store} ha recibido su pago de {total} por {product}. Su suscripción está pagada hasta el {date}.',
  'emails.canceled.subject': 'Su suscripción a {product} finaliza el {date}',
  'emails.canceled.text':
    'Su suscripción a {product} en {store} se ha cancelado. Puede utilizarla hasta el {date} y no se cobrará nada más.',
  'emails.canceled.undo':
    'Si cambia de opinión antes de esa fecha, puede anular la cancelación en la página de su pedido:',
  'emails.revoked.text': 'Su suscripción a {product} en {store} ha finalizado.',
};
