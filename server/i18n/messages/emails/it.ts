import type { EmailMessages } from '../messages.ts';

export const itEmails: EmailMessages = {
  'emails.portalLink.subject': 'Ordini da {store}',
  'emails.portalLink.text':
    'Aprire questo link per vedere gli ordini da {store}. Funziona una sola volta e scade tra 15 minuti:',
  'emails.portalLink.account':
    'Alcuni ordini sono stati effettuati con un account cliente presso {store}. Accedere a {store} per vederli o modificarli.',
  'emails.portalLink.notYou': 'Se la richiesta di questa email non proviene da Lei, può ignorarla.',
  'emails.portalLink.test': 'Modalità di test: nessun addebito reale.',

  'emails.quoted': '«{name}»',
  'emails.demonstration': 'Dimostrazione: nessun addebito reale.',
  'emails.upcoming.subject': 'Prossimo pagamento per {product} in data {date}',
  'emails.upcoming.text': 'In data {date} verranno addebitati {total} per l’abbonamento a {product} da {store}.',
  'emails.trialEnding.subject': 'Il periodo di prova di {product} termina in data {date}',
  'emails.trialEnding.text':
    'Il periodo di prova di {product} da {store} termina in data {date}. Poi verranno addebitati {total} {every}.',
  'emails.tax': 'Di cui {taxName}: {tax}.',
  'emails.method': 'L’addebito avverrà su {method}.',
  'emails.cancel':
    'Non occorre fare nulla. Per disdire prima del giorno {date} o aggiornare la carta, aprire l’ordine:',
  'emails.cancelAtStore':
    'Non occorre fare nulla. Per disdire prima del giorno {date} o aggiornare la carta, aprire gli ordini dal proprio account presso {store}.',
  'emails.pastDue.subject': 'Il pagamento per {product} non è riuscito',
  'emails.pastDue.text': 'Il pagamento di {total} per l’abbonamento a {product} da {store} non è riuscito.',
  'emails.pastDue.byMethod':
    'Non è stato possibile addebitare {total} su {method} per l’abbonamento a {product} da {store}.',
  'emails.pastDue.noMethod': 'Non è registrata alcuna carta.',
  'emails.pastDue.methodRefused': 'La banca ha già rifiutato questa carta, perciò non è stata addebitata di nuovo.',
  'emails.pastDue.bankAsks':
    'La banca chiede di confermare l’identità. Aprire il link qui sotto e inserire di nuovo la carta.',
  'emails.pastDue.confirmSubject': 'Confermare il pagamento per {product}',
  'emails.pastDue.confirm':
    'Il pagamento di {total} con {method} per l’abbonamento a {product} da {store} è in attesa di conferma.',
  'emails.pastDue.retry': 'Un nuovo tentativo verrà fatto in data {date}.',
  'emails.pastDue.noRetry': 'Su questa carta non verrà addebitato più nulla.',
  'emails.pastDue.fix': 'Pagare {total} adesso con qualsiasi carta, senza accedere:',
  'emails.pastDue.private': 'Non condividere questo link.',
  'emails.ended.subject': 'L’abbonamento a {product} è terminato',
  'emails.ended.text': 'L’abbonamento a {product} da {store} è terminato, perché il pagamento non è riuscito.',
  'emails.ended.noCharge': 'Non ci saranno altri addebiti.',
  'emails.ended.orders': 'Gli ordini e le ricevute restano disponibili qui:',
  'emails.refundApproved.subject': 'Rimborso di {amount} da {store}',
  'emails.refundApproved.text':
    '{store} ha accettato la richiesta di rimborso per {product}. Verranno restituiti {amount} sul metodo di pagamento originale.',
  'emails.refundApproved.when': 'I tempi dipendono dalla banca: di solito alcuni giorni, a volte due settimane.',
  'emails.refundDeclined.subject': 'La richiesta di rimborso a {store}',
  'emails.refundDeclined.text': '{store} ha rifiutato la richiesta di rimborso di {amount} per {product}.',
  'emails.refundDeclined.again':
    'Per aggiungere informazioni, è possibile ripetere la richiesta nella pagina dell’ordine:',
  'emails.refunded.text': '{store} ha rimborsato {amount} per {product} sul metodo di pagamento originale.',
  'emails.refund.note': 'Messaggio di {store}:',
  'emails.refund.order': 'L’ordine:',
  'emails.button.order': 'Visualizza l’ordine',
  'emails.button.store': 'Vai a {store}',
  'emails.button.orders': 'Visualizza gli ordini',
  'emails.button.pay': 'Paga {total}',
  'emails.order.subject': 'Ordine da {store}',
  'emails.order.text': 'Grazie. L’ordine di {product} da {store} è confermato.',
  'emails.receipt': 'Visualizza l’ordine e la ricevuta:',
  'emails.started.subject': 'L’abbonamento a {product} è iniziato',
  'emails.started.text': 'Grazie. L’abbonamento a {product} da {store} è iniziato.',
  'emails.trialStarted.subject': 'Il periodo di prova di {product} è iniziato',
  'emails.cycled.subject': 'Pagamento per {product}',
  'emails.cycled.text':
    '{store} ha ricevuto il pagamento di {total} per {product}. L’abbonamento è pagato fino al giorno {date}.',
  'emails.canceled.subject': 'L’abbonamento a {product} termina in data {date}',
  'emails.canceled.text':
    'L’abbonamento a {product} da {store} è stato disdetto. È possibile utilizzarlo fino al giorno {date} e non verrà addebitato più nulla.',
  'emails.canceled.undo': 'Fino ad allora è possibile riattivarlo nella pagina dell’ordine:',
  'emails.revoked.text': 'L’abbonamento a {product} da {store} è terminato.',

  'emails.planChanged.subject': 'Il piano ora è {to}',
  'emails.planChanged.text': 'L’abbonamento presso {store} è passato da {from} a {to}.',
  'emails.planScheduled.subject': 'Il piano passa a {to} il {date}',
  'emails.planScheduled.text':
    'L’abbonamento presso {store} passa da {from} a {to} il {date}. Fino ad allora non viene addebitato nulla.',
  'emails.planScheduled.undo': 'Fino ad allora è possibile annullare il cambio nella pagina dell’ordine:',
  'emails.planFailed.subject': 'Il piano non è stato cambiato',
  'emails.planFailed.text':
    'L’abbonamento presso {store} non è passato a {to} perché il pagamento non è riuscito. Continua con {from}.',
  'emails.planFailed.notAttempted':
    'L’abbonamento presso {store} non è passato a {to}. Per il cambio non è stato addebitato nulla. Continua con {from}.',
};
