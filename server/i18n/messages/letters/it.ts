import type { EmailMessages } from '../messages.ts';

export const itEmails: EmailMessages = {
  'emails.portalLink.subject': 'Ordini da {store}',
  'emails.portalLink.text':
    'Aprire questo link per vedere gli ordini da {store}. Funziona una sola volta, entro 15 minuti:',
  'emails.portalLink.notYou': 'Se la richiesta non proviene da Lei, non è cambiato nulla e non occorre fare nulla.',
  'emails.portalLink.test': 'Si tratta di ordini di test: nessun addebito reale.',

  'emails.quoted': '«{name}»',
  'emails.demonstration': 'Questa è una dimostrazione: nessun addebito reale.',
  'emails.upcoming.subject': 'Prossimo pagamento per {product} in data {date}',
  'emails.upcoming.text': 'In data {date} verranno addebitati {total} per l’abbonamento a {product} da {store}.',
  'emails.trialEnding.subject': 'Il periodo di prova di {product} termina in data {date}',
  'emails.trialEnding.text':
    'Il periodo di prova di {product} da {store} termina in data {date}. Da allora verranno addebitati {total} {every}.',
  'emails.tax': 'Di cui {taxName}: {tax}.',
  'emails.method': 'Il pagamento avverrà con {method}.',
  'emails.cancel':
    'Non occorre fare nulla. Per disdire prima del giorno {date} o usare un’altra carta, aprire l’ordine:',
  'emails.cancelAtStore':
    'Non occorre fare nulla. Per disdire prima del giorno {date} o usare un’altra carta, aprire gli ordini dal proprio account presso {store}.',
  'emails.pastDue.subject': 'Il pagamento per {product} non è riuscito',
  'emails.pastDue.text': 'Il pagamento di {total} per l’abbonamento a {product} da {store} non è riuscito.',
  'emails.pastDue.byMethod':
    'Non è stato possibile addebitare su {method} il pagamento di {total} per l’abbonamento a {product} da {store}.',
  'emails.pastDue.noMethod': 'Non c’è nessuna carta su cui addebitarlo.',
  'emails.pastDue.methodRefused': 'La banca ha già rifiutato questa carta, perciò non è stata addebitata di nuovo.',
  'emails.pastDue.bankAsks':
    'La banca chiede di confermare l’identità. Aprire il link qui sotto e indicare di nuovo la carta.',
  'emails.pastDue.confirmSubject': 'Confermare il pagamento per {product}',
  'emails.pastDue.confirm':
    'Il pagamento di {total} con {method} per l’abbonamento a {product} da {store} è in attesa di conferma.',
  'emails.pastDue.retry': 'Un nuovo tentativo verrà fatto in data {date}.',
  'emails.pastDue.noRetry': 'Su questa carta non verrà addebitato più nulla.',
  'emails.pastDue.fix': 'Per pagare {total} adesso, con qualsiasi carta e senza accedere, aprire questo link:',
  'emails.pastDue.private': 'Il link è personale. Si prega di non inoltrarlo.',
  'emails.ended.subject': 'L’abbonamento a {product} è terminato',
  'emails.ended.text': 'L’abbonamento a {product} da {store} è terminato, perché il pagamento non è riuscito.',
  'emails.ended.noCharge': 'Non ci saranno altri addebiti.',
  'emails.ended.orders': 'Gli ordini e le ricevute restano disponibili qui:',
  'emails.refundApproved.subject': 'Rimborso di {amount} da {store}',
  'emails.refundApproved.text':
    '{store} ha accettato la richiesta di rimborso per {product}. Verranno restituiti {amount} sul metodo di pagamento utilizzato.',
  'emails.refundApproved.when': 'I tempi dipendono dalla banca: di solito alcuni giorni, a volte due settimane.',
  'emails.refundDeclined.subject': 'La richiesta di rimborso a {store}',
  'emails.refundDeclined.text': '{store} ha rifiutato la richiesta di rimborso di {amount} per {product}.',
  'emails.refundDeclined.again':
    'Se c’è altro da aggiungere, è possibile ripetere la richiesta nella pagina dell’ordine:',
  'emails.refunded.text':
    '{store} ha rimborsato {amount} per {product}. L’importo viene restituito sul metodo di pagamento utilizzato.',
  'emails.refund.note': 'Messaggio di {store}:',
  'emails.refund.order': 'Questa è la pagina dell’ordine:',
  'emails.button.order': 'Apri l’ordine',
  'emails.button.orders': 'Apri gli ordini',
  'emails.button.pay': 'Paga {total}',
  'emails.order.subject': 'Ordine di {product} da {store}',
  'emails.order.text': 'Grazie. {store} ha confermato l’ordine di {product}.',
  'emails.receipt': 'L’ordine e la ricevuta si trovano qui:',
  'emails.started.subject': 'L’abbonamento a {product} è iniziato',
  'emails.started.text': 'Grazie. L’abbonamento a {product} da {store} è iniziato.',
  'emails.trialStarted.subject': 'Il periodo di prova di {product} è iniziato',
  'emails.cycled.subject': 'Pagamento per {product}',
  'emails.cycled.text':
    '{store} ha ricevuto il pagamento di {total} per {product}. L’abbonamento è pagato fino al giorno {date}.',
  'emails.canceled.subject': 'L’abbonamento a {product} termina in data {date}',
  'emails.canceled.text':
    'L’abbonamento a {product} da {store} è stato disdetto. È possibile utilizzarlo fino al giorno {date} e non verrà addebitato più nulla.',
  'emails.canceled.undo':
    'In caso di ripensamento entro tale data, è possibile annullare la disdetta nella pagina dell’ordine:',
  'emails.revoked.text': 'L’abbonamento a {product} da {store} è terminato.',
};
