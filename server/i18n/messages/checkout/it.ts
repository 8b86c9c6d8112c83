import type { CheckoutMessages } from '../messages.ts';

export const itCheckout: CheckoutMessages = {
  'summary.label': 'Riepilogo dell’ordine',
  'summary.about': 'Informazioni sul prodotto',
  'summary.media': 'Immagini di {product}',
  'summary.video': 'Guarda: {title}',

  'due.subtotal': 'Subtotale',
  'due.tax': 'Imposte',
  'due.taxUnknown': 'In base all’indirizzo',
  'due.reverseCharge': '{tax}, inversione contabile',
  'due.reverseChargeNote': 'Inversione contabile (reverse charge): l’imposta è assolta dall’azienda acquirente.',
  'due.taxIncluded': 'inclusa nel prezzo',
  'due.totalToday': 'Totale da pagare oggi',
  'due.nextCharge': 'Prossimo addebito: {date}',
  'due.announcement': 'Totale da pagare oggi: {total}.',
  'due.announcementWithTax': 'Totale da pagare oggi: {total}, di cui {tax} di {taxName}.',
  'due.terms.weekly': '{total} oggi, poi ogni settimana.',
  'due.terms.monthly': '{total} oggi, poi ogni mese.',
  'due.terms.quarterly': '{total} oggi, poi ogni 3 mesi.',
  'due.terms.yearly': '{total} oggi, poi ogni anno.',
  'due.freeTrial.weekly':
    'Gratis per {days, plural, one {# giorno} many {# di giorni} other {# giorni}}, poi {renewal} a settimana.',
  'due.freeTrial.monthly':
    'Gratis per {days, plural, one {# giorno} many {# di giorni} other {# giorni}}, poi {renewal} al mese.',
  'due.freeTrial.quarterly':
    'Gratis per {days, plural, one {# giorno} many {# di giorni} other {# giorni}}, poi {renewal} ogni 3 mesi.',
  'due.freeTrial.yearly':
    'Gratis per {days, plural, one {# giorno} many {# di giorni} other {# giorni}}, poi {renewal} all’anno.',
  'due.paidTrial.weekly':
    '{total} per {days, plural, one {# giorno} many {# di giorni} other {# giorni}}, poi {renewal} a settimana.',
  'due.paidTrial.monthly':
    '{total} per {days, plural, one {# giorno} many {# di giorni} other {# giorni}}, poi {renewal} al mese.',
  'due.paidTrial.quarterly':
    '{total} per {days, plural, one {# giorno} many {# di giorni} other {# giorni}}, poi {renewal} ogni 3 mesi.',
  'due.paidTrial.yearly':
    '{total} per {days, plural, one {# giorno} many {# di giorni} other {# giorni}}, poi {renewal} all’anno.',
  'due.every.weekly': 'ogni settimana',
  'due.every.monthly': 'ogni mese',
  'due.every.quarterly': 'ogni 3 mesi',
  'due.every.yearly': 'ogni anno',

  'form.label': 'Pagamento',
  'form.payAnotherWay': 'Oppure paga in un altro modo',
  'form.email': 'Email',
  'form.country': 'Paese',
  'form.chooseCountry': 'Scegliere un Paese',
  'form.state': 'Stato',
  'form.province': 'Provincia',
  'form.choose': 'Scegliere…',
  'form.postcode': 'CAP',
  'form.zip': 'CAP (ZIP)',
  'form.isBusiness': 'Acquisto per un’azienda',
  'form.businessName': 'Ragione sociale',
  'form.taxId': 'Codice identificativo fiscale',
  'form.vatNumber': 'Partita IVA',
  'form.vatNumberHint': 'Con un numero valido l’IVA non viene applicata.',
  'form.cardNumber': 'Numero della carta',
  'form.cardExpiry': 'Scadenza',
  'form.cardExpiryPlaceholder': 'MM / AA',
  'form.cardCvc': 'Codice di sicurezza',
  'form.cardCvcPlaceholder': 'CVC',
  'form.pay': 'Paga {total}',
  'form.startFreeTrial': 'Inizia la prova gratuita',
  'form.checkTotal': 'Aggiorna il totale',
  'form.needsJavaScript': 'Per pagare è necessario JavaScript. Attivarlo per questa pagina e ricaricarla.',
  'form.savedWithoutJavaScript':
    'I dati e le imposte sono aggiornati. Per pagare è necessario JavaScript: attivarlo per questa pagina e ricaricarla.',
  'form.uncertain':
    'Non abbiamo ricevuto risposta e stiamo verificando se il pagamento è andato a buon fine. Tenere aperta questa pagina; non è necessario pagare di nuovo.',
  'form.notArrived': 'Il pagamento non ci è pervenuto e non è stato addebitato nulla. È possibile riprovare.',
  'form.providerLoading': 'Il modulo di pagamento è in fase di caricamento.',
  'form.providerNotReady': 'Il modulo di pagamento è ancora in fase di caricamento. Riprovare tra un momento.',
  'form.providerFailed':
    'Non è stato possibile caricare il modulo di pagamento. Controllare la connessione e riprovare.',
  'form.providerRefused':
    'Non è stato possibile inviare i dati di pagamento. Non è stato addebitato nulla; controllare la connessione e riprovare.',

  'testCards.title': 'Carte di test',
  'testCards.others': 'Altre carte di test',
  'testCards.fillIn': 'Inserisci',
  'testCards.fillInNumber': 'Inserisci {number}',
  'testCards.ofBrand': '{brand}, {effect}',
  'testCards.effect.works': 'funziona',
  'testCards.effect.declined': 'viene rifiutata',
  'testCards.effect.insufficientFunds': 'non ha fondi sufficienti',
  'testCards.effect.expired': 'è scaduta',
  'testCards.effect.incorrectCvc': 'ha un altro codice di sicurezza',
  'testCards.effect.lost': 'risulta smarrita',
  'testCards.effect.stolen': 'risulta rubata',
  'testCards.effect.fraudulent': 'viene bloccata per frode',
  'testCards.effect.velocity': 'ha raggiunto il limite',
  'testCards.effect.processingError': 'non riesce presso la banca',
  'testCards.effect.frictionless': 'viene confermata senza domande (3D Secure)',
  'testCards.effect.challenge': 'interpella la banca (3D Secure)',
  'testCards.effect.challengeFails': 'interpella la banca e non riesce con nessuna risposta',
  'testCards.effect.challengeDeclined': 'interpella la banca e poi viene rifiutata',
  'testCards.effect.challengeAbandoned': 'interpella la banca, che non risponde mai e rinuncia dopo 2 minuti',
  'testCards.effect.slow': 'funziona dopo qualche secondo',
  'testCards.effect.unheard': 'funziona, ma la risposta si perde per strada',
  'testCards.effect.processing': 'viene accettata e va a buon fine 20 secondi dopo',
  'testCards.effect.processingFails': 'viene accettata e non riesce 20 secondi dopo',
  'testCards.effect.declinedLater': 'funziona ora e viene rifiutata ai rinnovi',
  'testCards.effect.declinedOnce': 'funziona ora, viene rifiutata al primo rinnovo e poi funziona di nuovo',
  'testCards.effect.askedLater': 'funziona ora e interpella la banca ai rinnovi',

  'bank.title': 'La banca chiede di confermare l’identità',
  'bank.explanation': 'Non è stato ancora addebitato nulla. La banca porrà una domanda, poi il pagamento proseguirà.',
  'bank.continue': 'Continua con la banca',
  'bank.testBank': 'Banca di test',
  'bank.question': 'Riconosce questo pagamento?',
  'bank.store': 'Negozio',
  'bank.product': 'Per',
  'bank.amount': 'Importo',
  'bank.confirm': 'Confermo, sono io',
  'bank.fail': 'Fai fallire la conferma',
  'bank.back': 'Torna indietro e usa un’altra carta',
  'bank.needsJavaScript': 'Per rispondere è necessario JavaScript. Attivarlo per questa pagina e ricaricarla.',

  'processing.title': 'Il pagamento è in corso',
  'processing.explanation':
    'Di solito bastano pochi secondi. Non è necessario pagare di nuovo: la ricevuta comparirà qui appena il pagamento sarà completato.',
  'processing.reload': 'Ricaricare questa pagina per vedere l’esito.',
  'processing.later':
    'Per questo tipo di pagamento la banca impiega più tempo. È possibile chiudere la pagina: la ricevuta sarà qui quando il pagamento sarà completato.',

  'notice.canceled.title': 'Questo ordine è stato annullato',
  'notice.canceled.text': 'Non è stato addebitato nulla. Per acquistare comunque, ricominciare dal negozio.',
  'notice.paid.title': 'Questo ordine è stato pagato',
  'notice.paid.text':
    'La ricevuta è visibile nel browser usato per il pagamento. Si trova anche nel portale clienti e nelle e-mail.',
  'notice.expired.title': 'Questa pagina di pagamento è scaduta',
  'notice.expired.text': 'Non è stato addebitato nulla. Ricominciare dal negozio per ottenere un nuovo link.',
  'notice.noProvider.title': 'Al momento questo negozio non può accettare pagamenti',
  'notice.noProvider.text':
    'Non è configurato alcun fornitore di servizi di pagamento. Non è stato addebitato nulla. Riprovare più tardi o rivolgersi al negozio.',
  'notice.unavailable.title': 'L’acquisto non è possibile al momento',
  'notice.unavailable.text': 'Non è stato addebitato nulla. Riprovare più tardi o rivolgersi al negozio.',
  'notice.notFound.title': 'Questo link di pagamento non è valido',
  'notice.notFound.text':
    'Potrebbe essere stato troncato lungo il percorso. Riaprirlo da dove è stato trovato o copiarlo per intero.',
  'notice.notFound.ask': 'Se porta ancora qui, chiedere un nuovo link al negozio. Non è stato addebitato nulla.',
  'notice.goBack': 'Torna indietro',
  'notice.alreadyBought': 'Già acquistato qualcosa qui?',
  'notice.seeOrders': 'Visualizza gli ordini',
  'notice.busy.title': 'Troppi caricamenti della pagina',
  'notice.busy.text':
    'Questa pagina è stata caricata molto spesso dalla Sua rete. Attendere {seconds, plural, one {# secondo} many {# di secondi} other {# secondi}} e ricaricarla. Averla aperta non ha comportato alcun addebito.',
  'notice.broken.title': 'Qualcosa è andato storto',
  'notice.broken.text': 'L’errore è nostro. Ricaricare la pagina; averla aperta non ha comportato alcun addebito.',
  'notice.broken.reference': 'Se succede di nuovo, comunicare al negozio questo numero: {number}',
  'notice.outage.title': 'Torniamo tra un momento',
  'notice.outage.text':
    'Al momento questa pagina non può essere mostrata. Riprovare tra qualche secondo. Se il pagamento è appena stato effettuato, non pagare di nuovo: ricaricare questa pagina per vedere l’esito.',

  'problems.email': 'Inserire un indirizzo email, per esempio ana@example.com.',
  'problems.country': 'Scegliere il Paese.',
  'problems.state': 'Scegliere lo Stato.',
  'problems.province': 'Scegliere la provincia.',
  'problems.postcode': 'Inserire un CAP con al massimo 16 caratteri.',
  'problems.businessName': 'Inserire la ragione sociale.',
  'problems.businessNameLength': 'Inserire un nome con al massimo 128 caratteri.',
  'problems.taxId':
    'Questa partita IVA non è valida nel Paese scelto. Correggerla o lasciare vuoto il campo per pagare con imposta.',
  'problems.taxIdLength': 'Inserire un identificativo fiscale con al massimo 32 caratteri.',
  'problems.cardNumber': 'Inserire il numero completo della carta.',
  'problems.cardExpiry': 'Inserire mese e anno di scadenza, per esempio 04 / 30.',
  'problems.cardExpired': 'Questa carta è scaduta. Usare un’altra carta.',
  'problems.cardCvc': 'Inserire le 3 o 4 cifre del codice di sicurezza.',
  'problems.testCardsOnly':
    'Questo pagamento è un test: sono accettate solo carte di test, per esempio 4242 4242 4242 4242.',

  'errors.paid': 'Questo ordine è già stato pagato. Non c’è stato un secondo addebito.',
  'errors.canceled': 'Questo ordine è stato annullato. Non è stato addebitato nulla.',
  'errors.expired': 'Questa pagina di pagamento è scaduta. Non è stato addebitato nulla.',
  'errors.storeClosed': 'Al momento questo negozio non accetta pagamenti.',
  'errors.noProvider':
    'Al momento questo negozio non ha un fornitore di servizi di pagamento. Non è stato addebitato nulla.',
  'errors.notForSale': 'Al momento questo prodotto non è in vendita. Non è stato addebitato nulla.',
  'errors.alreadyProcessing': 'Un pagamento per questo ordine è già in corso. Attendere un momento.',
  'errors.nothingToConfirm': 'Per questo pagamento non c’è più nulla da confermare.',
  'errors.trialUsed':
    'Il periodo di prova è già iniziato con un altro ordine. Non è stato addebitato nulla; pagare di nuovo per continuare senza prova.',
  'errors.totalChanged': 'Il totale ora è {total}. Non è stato addebitato nulla. Verificarlo e poi pagare.',
  'errors.termsChanged': 'L’importo dovuto è cambiato. {terms} Non è stato addebitato nulla. Verificarlo e poi pagare.',
  'errors.tooManyAttempts':
    'Il pagamento non è possibile in questo momento. Non è stato addebitato nulla. Attendere {seconds, plural, one {# secondo} many {# di secondi} other {# secondi}} e riprovare.',
  'errors.tooManyAttemptsMinutes':
    'Il pagamento non è possibile in questo momento. Non è stato addebitato nulla. Attendere {minutes, plural, one {# minuto} many {# di minuti} other {# minuti}} e riprovare.',
  'errors.internal': 'Qualcosa è andato storto. Non è stato addebitato nulla; riprovare tra un momento.',

  'declines.card_declined': 'La carta è stata rifiutata. Provare con un’altra carta o chiedere il motivo alla banca.',
  'declines.insufficient_funds': 'I fondi disponibili sulla carta non sono sufficienti. Provare con un’altra carta.',
  'declines.expired_card': 'La carta è scaduta. Provare con un’altra carta.',
  'declines.incorrect_cvc': 'Il codice di sicurezza non corrisponde alla carta. Controllarlo e riprovare.',
  'declines.card_velocity_exceeded':
    'La carta ha raggiunto un limite. Provare con un’altra carta o riprovare più tardi.',
  'declines.processing_error':
    'La banca non ha potuto elaborare il pagamento. Non è stato addebitato nulla; riprovare.',
  'declines.authentication_failed': 'La banca non ha potuto confermare l’identità. Riprovare o usare un’altra carta.',
  'declines.authentication_abandoned': 'La conferma con la banca non è stata completata. Non è stato addebitato nulla.',
  'declines.authentication_required': 'La banca chiede di confermare l’identità. Riprovare.',
  'declines.payment_failed':
    'Il pagamento non è riuscito. Non è stato addebitato nulla; riprovare o pagare in altro modo.',
  'declines.not_attempted': 'Il pagamento non è arrivato alla banca. Non è stato addebitato nulla; riprovare.',
};
