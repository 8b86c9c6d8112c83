import type { EmailMessages } from '../messages.ts';

export const esEmails: EmailMessages = {
  'emails.portalLink.subject': 'Sus pedidos en {store}',
  'emails.portalLink.text':
    'Abra este enlace para ver sus pedidos en {store}. Sirve una sola vez y caduca en 15 minutos:',
  'emails.portalLink.account':
    'Hizo pedidos con una cuenta de cliente en {store}. Inicie sesión en {store} para verlos o modificarlos.',
  'emails.portalLink.notYou': 'Si no ha solicitado este correo, puede ignorarlo.',
  'emails.portalLink.test': 'Modo de prueba: sin cobros reales.',

  'emails.quoted': '«{name}»',
  'emails.demonstration': 'Demostración: sin cobros reales.',
  'emails.upcoming.subject': 'Próximo pago de {product} el {date}',
  'emails.upcoming.text': 'El {date} se cobrarán {total} por su suscripción a {product} en {store}.',
  'emails.trialEnding.subject': 'Su prueba de {product} termina el {date}',
  'emails.trialEnding.text':
    'Su prueba de {product} en {store} termina el {date}. Después se cobrarán {total} {every}.',
  'emails.tax': 'Incluye {taxName}: {tax}.',
  'emails.method': 'Se cobrará en {method}.',
  'emails.cancel': 'No tiene que hacer nada. Para cancelar antes del {date} o actualizar la tarjeta, abra su pedido:',
  'emails.cancelAtStore':
    'No tiene que hacer nada. Para cancelar antes del {date} o actualizar la tarjeta, abra sus pedidos desde su cuenta en {store}.',
  'emails.pastDue.subject': 'Su pago de {product} no se ha realizado',
  'emails.pastDue.text': 'El pago de {total} por su suscripción a {product} en {store} no se ha realizado.',
  'emails.pastDue.byMethod': 'No se pudieron cobrar {total} en {method} por su suscripción a {product} en {store}.',
  'emails.pastDue.noMethod': 'No hay ninguna tarjeta registrada.',
  'emails.pastDue.methodRefused':
    'Su banco ya había rechazado esta tarjeta, por lo que no se ha vuelto a cobrar en ella.',
  'emails.pastDue.bankAsks':
    'Su banco necesita verificar su identidad. Abra el enlace de abajo e introduzca de nuevo su tarjeta.',
  'emails.pastDue.confirmSubject': 'Confirme su pago de {product}',
  'emails.pastDue.confirm':
    'El pago de {total} con {method} por su suscripción a {product} en {store} está pendiente de su confirmación.',
  'emails.pastDue.retry': 'Se volverá a intentar el {date}.',
  'emails.pastDue.noRetry': 'No se volverá a cobrar en esta tarjeta.',
  'emails.pastDue.fix': 'Pague {total} ahora con cualquier tarjeta, sin iniciar sesión:',
  'emails.pastDue.private': 'No comparta este enlace.',
  'emails.ended.subject': 'Su suscripción a {product} ha finalizado',
  'emails.ended.text': 'Su suscripción a {product} en {store} ha finalizado porque el pago no se pudo realizar.',
  'emails.ended.noCharge': 'No se cobrará nada más.',
  'emails.ended.orders': 'Sus pedidos y recibos siguen disponibles aquí:',
  'emails.refundApproved.subject': 'Su reembolso de {amount} de {store}',
  'emails.refundApproved.text':
    '{store} ha aprobado su solicitud de reembolso de {product}. Recibirá {amount} en su método de pago original.',
  'emails.refundApproved.when': 'El plazo depende de su banco: normalmente unos días, a veces dos semanas.',
  'emails.refundDeclined.subject': 'Su solicitud de reembolso a {store}',
  'emails.refundDeclined.text': '{store} ha rechazado su solicitud de reembolso de {amount} por {product}.',
  'emails.refundDeclined.again': 'Si desea añadir algo, puede volver a solicitarlo en la página de su pedido:',
  'emails.refunded.text': '{store} ha reembolsado {amount} por {product} en su método de pago original.',
  'emails.refund.note': 'Mensaje de {store}:',
  'emails.refund.order': 'Su pedido:',
  'emails.button.order': 'Ver el pedido',
  'emails.button.store': 'Ir a {store}',
  'emails.button.orders': 'Ver los pedidos',
  'emails.button.pay': 'Pagar {total}',
  'emails.order.subject': 'Su pedido en {store}',
  'emails.order.text': 'Gracias. Su pedido de {product} en {store} está confirmado.',
  'emails.receipt': 'Consulte su pedido y el recibo:',
  'emails.started.subject': 'Su suscripción a {product} ha comenzado',
  'emails.started.text': 'Gracias. Su suscripción a {product} en {store} ha comenzado.',
  'emails.trialStarted.subject': 'Su prueba de {product} ha comenzado',
  'emails.cycled.subject': 'Su pago de {product}',
  'emails.cycled.text':
    '{store} ha recibido su pago de {total} por {product}. Su suscripción está pagada hasta el {date}.',
  'emails.canceled.subject': 'Su suscripción a {product} finaliza el {date}',
  'emails.canceled.text':
    'Su suscripción a {product} en {store} se ha cancelado. Puede utilizarla hasta el {date} y no se cobrará nada más.',
  'emails.canceled.undo': 'Hasta entonces puede reanudarla en la página de su pedido:',
  'emails.revoked.text': 'Su suscripción a {product} en {store} ha finalizado.',

  'emails.planChanged.subject': 'Su plan ahora es {to}',
  'emails.planChanged.text': 'Su suscripción en {store} ha cambiado de {from} a {to}.',
  'emails.planScheduled.subject': 'Su plan cambia a {to} el {date}',
  'emails.planScheduled.text':
    'Su suscripción en {store} cambia de {from} a {to} el {date}. Hasta entonces no se cobra nada.',
  'emails.planScheduled.undo': 'Hasta entonces puede anular el cambio en la página de su pedido:',
  'emails.planFailed.subject': 'Su plan no ha cambiado',
  'emails.planFailed.text':
    'Su suscripción en {store} no se ha podido cambiar a {to} porque el pago no se realizó. Continúa con {from}.',
  'emails.planFailed.notAttempted':
    'Su suscripción en {store} no se ha podido cambiar a {to}. No se ha cobrado nada por el cambio. Continúa con {from}.',
};
