import type { PortalMessages } from '../messages.ts';

export const dePortal: PortalMessages = {
  'portal.title': 'Ihre Bestellungen',
  'portal.signedInAs': 'Angemeldet als {name}',
  'portal.signOut': 'Abmelden',
  'portal.back': 'Alle Bestellungen',
  'portal.backToOrder': 'Zurück zur Bestellung',
  'portal.needsJavaScript': 'Diese Seite benötigt JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
  'portal.noAnswer': 'Wir haben keine Antwort erhalten. Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  'portal.keep': 'Nichts ändern',
  'portal.notFound.title': 'Seite nicht gefunden',
  'portal.notFound.text': 'Diese Seite gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'portal.notFound.noStore': 'Unter dieser Adresse gibt es keinen Händler.',

  'portal.signIn.title': 'Bestellungen ansehen',
  'portal.signIn.text':
    'Geben Sie die E-Mail-Adresse ein, die Sie beim Kauf verwendet haben. Wir senden Ihnen einen Anmeldelink.',
  'portal.signIn.send': 'Link per E-Mail senden',
  'portal.signIn.sent.title': 'Prüfen Sie Ihren Posteingang',
  'portal.signIn.sent.text':
    'Wenn mit {email} hier eingekauft wurde, haben wir einen Anmeldelink dorthin gesendet. Der Link funktioniert einmal und ist 15 Minuten lang gültig.',
  'portal.signIn.sent.test': 'Testmodus: Sie können das Portal auch im Dashboard unter „Customers“ öffnen.',
  'portal.signIn.sent.customers': 'Kunden öffnen',
  'portal.signIn.sent.none':
    'Nach ein paar Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie, ob Sie diese Adresse beim Kauf verwendet haben. Wenn Sie ein Kundenkonto bei diesem Händler haben, öffnen Sie Ihre Bestellungen dort.',
  'portal.signIn.another': 'Andere E-Mail-Adresse verwenden',
  'portal.signIn.entering': 'Sie werden angemeldet…',

  'portal.open.title': 'Bei {store} anmelden',
  'portal.open.text': 'Nur noch ein Schritt: Bestätigen Sie, dass Sie selbst den Link geöffnet haben.',
  'portal.open.confirm': 'Meine Bestellungen anzeigen',
  'portal.open.incomplete':
    'Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail oder kopieren Sie ihn vollständig.',
  'portal.open.again': 'Neuen Link anfordern',

  'portal.orders.none.title': 'Noch keine Bestellungen',
  'portal.orders.none.text': 'Ihre Einkäufe bei {store} erscheinen hier.',
  'portal.orders.subscriptions': 'Abonnements',
  'portal.orders.others': 'Bestellungen',
  'portal.orders.pages': 'Seiten',
  'portal.orders.page': 'Seite {page} von {pages}',
  'portal.orders.newer': 'Neuere',
  'portal.orders.older': 'Ältere',

  'portal.status.pending': 'Nicht bezahlt',
  'portal.status.completed': 'Bezahlt',
  'portal.status.active': 'Aktiv',
  'portal.status.trialing': 'Testzeitraum',
  'portal.status.canceling': 'Läuft aus',
  'portal.status.past_due': 'Überfällig',
  'portal.status.canceled': 'Storniert',
  'portal.status.ended': 'Beendet',
  'portal.status.expired': 'Abgelaufen',

  'portal.next.paid': 'Gekauft am {date}.',
  'portal.next.pending': 'Diese Bestellung ist noch nicht bezahlt.',
  'portal.next.renews': 'Verlängert sich am {date} für {total}.',
  'portal.next.active': 'Dieses Abonnement ist aktiv.',
  'portal.next.trial': 'Ihr Testzeitraum endet am {date}. Danach werden {every} {total} abgebucht.',
  'portal.next.canceling': 'Gekündigt. Sie können es bis {date} nutzen; danach wird nichts mehr abgebucht.',
  'portal.next.pastDue':
    'Die letzte Zahlung ist fehlgeschlagen. Aktualisieren Sie Ihre Karte, um Ihr Abonnement zu behalten.',
  'portal.next.canceled': 'Storniert am {date}. Es wird nichts abgebucht.',
  'portal.next.ended': 'Beendet am {date}. Es wird nichts mehr abgebucht.',
  'portal.next.expired': 'Die Zahlungsfrist ist abgelaufen. Es wurde nichts abgebucht.',

  'portal.order.details': 'Details',
  'portal.order.price': 'Preis',
  'portal.order.priceEvery': '{total} {every}',
  'portal.order.boughtOn': 'Bestelldatum',
  'portal.order.number': 'Bestellnummer',
  'portal.order.paysWith': 'Zahlungsmethode',
  'portal.order.cardExpires': 'gültig bis {date}',
  'portal.order.goOnPaying': 'Weiter zur Zahlung',
  'portal.order.changeCard': 'Karte aktualisieren',

  'portal.payments.title': 'Zahlungen',
  'portal.payments.none': 'Noch keine Zahlungen.',
  'portal.payments.status.succeeded': 'Bezahlt',
  'portal.payments.status.processing': 'In Bearbeitung',
  'portal.payments.status.requires_action': 'Wartet auf Ihre Bank',
  'portal.payments.status.failed': 'Fehlgeschlagen',
  'portal.payments.status.partlyRefunded': 'Teilweise erstattet',
  'portal.payments.status.refunded': 'Erstattet',
  'portal.payments.receipt': 'Beleg',
  'portal.payments.askRefund': 'Erstattung anfragen',
  'portal.payments.credit': '{amount} mit Guthaben bezahlt',
  'portal.payments.credited': '{amount} wurden beim Tarifwechsel gutgeschrieben.',
  'portal.refunds.pending': 'Ihre Erstattung über {amount} ist unterwegs.',
  'portal.refunds.succeeded': '{amount} wurden am {date} erstattet.',
  'portal.refunds.failed': '{amount} konnten nicht erstattet werden. Der Händler wurde benachrichtigt.',

  'portal.cancel.action': 'Abonnement kündigen',
  'portal.cancel.actionOrder': 'Bestellung stornieren',
  'portal.cancel.title': '{product} kündigen?',
  'portal.cancel.atEnd': 'Sie können es bis {date} nutzen. Danach endet es und es wird nichts mehr abgebucht.',
  'portal.cancel.now': 'Es endet sofort und es wird nichts abgebucht.',
  'portal.cancel.undo': 'Bis dahin können Sie es hier wieder aufnehmen.',

  'portal.reactivate.action': 'Abonnement fortsetzen',
  'portal.reactivate.title': '{product} fortsetzen?',
  'portal.reactivate.text': 'Ihr Abonnement verlängert sich am {date} für {total}. Heute wird nichts abgebucht.',
  'portal.reactivate.back': 'Nicht fortsetzen',
  'portal.reactivate.done': 'Ihr Abonnement läuft weiter.',

  'portal.card.title': 'Karte aktualisieren',
  'portal.card.text':
    'Künftige Zahlungen für {product} werden von dieser Karte abgebucht. Heute wird nichts abgebucht.',
  'portal.card.current': 'Aktuelle Karte: {card}.',
  'portal.card.save': 'Diese Karte verwenden',
  'portal.card.done': 'Ihre nächste Zahlung wird von der neuen Karte abgebucht.',
  'portal.card.checking': 'Ihre Bank prüft die neue Karte noch. Bis sie fertig ist, bleibt die bisherige in Gebrauch.',
  'portal.card.bank': 'Ihre Bank muss Ihre Identität bestätigen.',
  'portal.card.another': 'Oder eine andere Karte verwenden',
  'portal.card.bankTitle': 'Diese Karte freigeben?',
  'portal.card.uncertain':
    'Wir haben keine Antwort erhalten und prüfen gerade, ob die neue Karte angenommen wurde. Laden Sie diese Seite gleich noch einmal.',
  'portal.card.notNow': 'Hier kann zurzeit keine Karte geändert werden. Fragen Sie beim Händler nach.',

  'portal.fix.opening': 'Die Seite zum Bezahlen wird geöffnet…',
  'portal.fix.title': '{product} bezahlen',
  'portal.fix.failed': '{total} konnten am {date} nicht von {card} abgebucht werden.',
  'portal.fix.unpaid': '{total} sind noch nicht bezahlt.',
  'portal.fix.give':
    'Geben Sie eine Karte ein, um {total} jetzt zu bezahlen. Auch künftige Zahlungen werden davon abgebucht.',
  'portal.fix.retry': 'Andernfalls versuchen wir es am {date} noch einmal mit der bisherigen Karte.',
  'portal.fix.noRetry': 'Die bisherige Karte wird nicht noch einmal belastet.',
  'portal.fix.deadline': 'Wenn bis {date} nicht bezahlt ist, endet Ihr Abonnement.',
  'portal.fix.checking': 'Ihre Bank prüft die neue Karte noch. Das Ergebnis erscheint auf dieser Seite.',
  'portal.fix.charging':
    'Ihre Zahlung wird verarbeitet. Das Ergebnis erscheint auf dieser Seite. Sie müssen nicht noch einmal bezahlen.',
  'portal.fix.ended': 'Dieses Abonnement ist beendet',
  'portal.fix.over.title': 'Dieser Link funktioniert nicht mehr',
  'portal.fix.over.expired': 'Er ist abgelaufen, oder in einer späteren E-Mail steht ein neuer.',
  'portal.fix.over.unknown':
    'Er ist unvollständig, oder dieser Browser hat ihn vor zu langer Zeit geöffnet. Öffnen Sie ihn noch einmal aus der E-Mail.',
  'portal.fix.over.signIn':
    'Sie können sich auch anmelden, Ihre Bestellungen ansehen und Ihre Karte dort aktualisieren.',

  'portal.refund.title': 'Erstattung anfragen',
  'portal.refund.text': '{store} prüft Ihre Anfrage. Sie haben am {date} {amount} bezahlt.',
  'portal.refund.amount': 'Betrag ({currency})',
  'portal.refund.amountHint': 'Bis zu {amount}.',
  'portal.refund.reason': 'Grund',
  'portal.refund.reasonHint': 'Bis zu 1.000 Zeichen.',
  'portal.refund.send': 'Anfrage senden',
  'portal.refund.done': 'Ihre Anfrage wurde an {store} gesendet.',
  'portal.refund.problems.amount': 'Geben Sie einen Betrag zwischen {least} und {most} ein, zum Beispiel {most}.',
  'portal.refund.problems.reason': 'Geben Sie einen Grund mit höchstens 1.000 Zeichen ein.',
  'portal.refund.again': 'Noch einmal anfragen',
  'portal.refund.againText':
    '{store} hat Ihre Anfrage abgelehnt. Erklären Sie, warum sie noch einmal geprüft werden soll. Sie haben am {date} {amount} bezahlt.',

  'portal.tickets.title': 'Erstattungsanfragen',
  'portal.tickets.line': '{amount}, angefragt am {date}',
  'portal.tickets.status.pending': 'Ausstehend',
  'portal.tickets.status.approved': 'Genehmigt',
  'portal.tickets.status.rejected': 'Abgelehnt',
  'portal.tickets.answer': 'Antwort des Händlers:',
  'portal.tickets.again': 'Noch einmal anfragen',

  'portal.receipt.pdf': 'Als PDF sichern',

  'errors.methodNotChangeable': 'Dieses Abonnement ist beendet: Die Zahlungsmethode kann nicht mehr geändert werden.',
  'errors.methodChangeRunning':
    'Eine neue Zahlungsmethode für dieses Abonnement wird bereits geprüft. Bitte warten Sie einen Moment.',

  'errors.portal.signedOut': 'Ihre Sitzung ist beendet. Melden Sie sich erneut an, dann können Sie hier weitermachen.',
  'errors.portal.notFound': 'Das gibt es nicht, oder Sie haben keinen Zugriff darauf.',
  'errors.portal.token':
    'Diese Anmeldung ist abgelaufen. Gehen Sie zurück und öffnen Sie Ihre Bestellungen erneut, oder lassen Sie sich einen Link per E-Mail senden.',
  'errors.portal.linkUsed': 'Dieser Link wurde bereits verwendet. Fordern Sie einen neuen an.',
  'errors.portal.linkExpired': 'Dieser Link ist abgelaufen. Fordern Sie einen neuen an.',
  'errors.portal.linkUnknown': 'Dieser Link ist ungültig. Fordern Sie einen neuen an.',
  'errors.portal.linkTooSoon':
    'Wir haben gerade einen Link gesendet. Prüfen Sie Ihren Posteingang oder fordern Sie in {seconds, plural, one {# Sekunde} other {# Sekunden}} einen weiteren an.',
  'errors.portal.tooManyLinks':
    'Für diese Adresse wurden heute zu viele Links angefordert. Versuchen Sie es morgen erneut.',
  'errors.portal.tooMany':
    'Zu viele Anfragen. Warten Sie {seconds, plural, one {# Sekunde} other {# Sekunden}} und versuchen Sie es dann erneut.',
  'errors.portal.notNow': 'Das ist nicht mehr möglich. Die Seite zeigt den aktuellen Stand.',
  'errors.portal.paying':
    'Eine Zahlung für diese Bestellung wird gerade verarbeitet. Versuchen Sie es gleich noch einmal.',
  'errors.portal.nothingPaid': 'Es gibt keine Zahlung, die erstattet werden kann.',
  'errors.portal.nothingLeft': 'Diese Zahlung wurde bereits ganz erstattet oder wird es gerade.',
  'errors.portal.refundAmount':
    'Geben Sie einen Betrag ein, der nicht höher ist als das, was noch erstattet werden kann.',
  'errors.portal.refundOpen': 'Sie haben diese Erstattung bereits angefragt. Der Händler hat noch nicht geantwortet.',
  'errors.portal.refundTooOften':
    'Sie können diese Erstattung nicht noch einmal anfragen. Kontaktieren Sie den Händler.',
  'errors.portal.refundReason': 'Geben Sie einen Grund mit höchstens 1.000 Zeichen ein.',

  'portal.plan.change': 'Tarif wechseln',
  'portal.plan.choose': 'Tarif wählen',
  'portal.plan.chooseThis': '{plan} wählen',
  'portal.plan.current': 'Aktueller Tarif',
  'portal.plan.scheduled': 'Wechselt am {date} zu {plan}',
  'portal.plan.undo': '{plan} behalten',
  'portal.plan.none': 'Es gibt keinen anderen Tarif zur Auswahl.',
  'portal.plan.replaced': 'Zu einem anderen Tarif gewechselt',
  'portal.credit': 'Guthaben für Ihre nächsten Zahlungen',
  'portal.paused': 'Pausiert. Es wird nichts abgebucht.',
  'portal.pausedUntil': 'Pausiert bis {date}. Es wird nichts abgebucht.',
};
