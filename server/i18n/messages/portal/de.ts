import type { PortalMessages } from '../messages.ts';

export const dePortal: PortalMessages = {
  'portal.title': 'Ihre Bestellungen',
  'portal.signedInAs': 'Angemeldet als {name}',
  'portal.signOut': 'Abmelden',
  'portal.back': 'Alle Bestellungen',
  'portal.backToOrder': 'Zurück zur Bestellung',
  'portal.needsJavaScript':
    'Dafür wird JavaScript benötigt. Schalten Sie es für diese Seite ein und laden Sie sie neu.',
  'portal.noAnswer': 'Wir haben keine Antwort erhalten. Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  'portal.keep': 'Alles so lassen',
  'portal.notFound.title': 'Hier ist nichts',
  'portal.notFound.text': 'Diese Seite gibt es nicht oder sie gehört jemand anderem.',
  'portal.notFound.noStore': 'Unter dieser Adresse gibt es keinen Händler.',

  'portal.signIn.title': 'Bestellungen ansehen',
  'portal.signIn.text':
    'Geben Sie die E-Mail-Adresse ein, mit der Sie gekauft haben. Wir senden Ihnen einen Link, mit dem Sie sich anmelden.',
  'portal.signIn.send': 'Link per E-Mail senden',
  'portal.signIn.sent.title': 'Sehen Sie in Ihrem Postfach nach',
  'portal.signIn.sent.text':
    'Wenn hier mit {email} etwas gekauft wurde, ist ein Link dorthin unterwegs. Er gilt einmal und 15 Minuten lang.',
  'portal.signIn.sent.none':
    'Nach ein paar Minuten noch nichts da? Sehen Sie im Spam-Ordner nach und prüfen Sie, ob es die Adresse ist, mit der Sie gekauft haben. Wenn Sie hier mit einem Kundenkonto des Händlers kaufen, öffnen Sie Ihre Bestellungen von dort aus.',
  'portal.signIn.another': 'Andere Adresse verwenden',
  'portal.signIn.entering': 'Sie werden angemeldet…',

  'portal.open.title': 'Bei {store} anmelden',
  'portal.open.text': 'Nur noch ein Schritt: Bestätigen Sie, dass Sie selbst den Link geöffnet haben.',
  'portal.open.confirm': 'Meine Bestellungen anzeigen',
  'portal.open.incomplete':
    'Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der E-Mail oder kopieren Sie ihn vollständig.',
  'portal.open.again': 'Neuen Link anfordern',

  'portal.orders.none.title': 'Noch keine Bestellungen',
  'portal.orders.none.text': 'Was Sie bei {store} kaufen, erscheint hier.',
  'portal.orders.subscriptions': 'Abonnements',
  'portal.orders.others': 'Bestellungen',
  'portal.orders.pages': 'Seiten',
  'portal.orders.page': 'Seite {page} von {pages}',
  'portal.orders.newer': 'Neuere',
  'portal.orders.older': 'Ältere',

  'portal.status.pending': 'Nicht bezahlt',
  'portal.status.completed': 'Bezahlt',
  'portal.status.active': 'Aktiv',
  'portal.status.trialing': 'Im Testzeitraum',
  'portal.status.canceling': 'Endet bald',
  'portal.status.past_due': 'Zahlung fehlgeschlagen',
  'portal.status.canceled': 'Storniert',
  'portal.status.ended': 'Beendet',
  'portal.status.expired': 'Abgelaufen',

  'portal.next.paid': 'Gekauft am {date}.',
  'portal.next.pending': 'Diese Bestellung ist noch nicht bezahlt.',
  'portal.next.renews': 'Die nächste Zahlung über {total} ist am {date} fällig.',
  'portal.next.active': 'Dieses Abonnement läuft.',
  'portal.next.trial': 'Ihr Testzeitraum läuft bis {date}. Danach werden {every} {total} abgebucht.',
  'portal.next.canceling': 'Gekündigt. Sie können es bis {date} nutzen; danach wird nichts mehr abgebucht.',
  'portal.next.pastDue': 'Die letzte Zahlung ist fehlgeschlagen. Geben Sie eine andere Karte an, damit es weitergeht.',
  'portal.next.canceled': 'Storniert am {date}. Es wird nichts abgebucht.',
  'portal.next.ended': 'Beendet am {date}. Es wird nichts mehr abgebucht.',
  'portal.next.expired': 'Die Zahlungsfrist ist abgelaufen. Es wurde nichts abgebucht.',

  'portal.order.details': 'Details',
  'portal.order.price': 'Preis',
  'portal.order.priceEvery': '{total} {every}',
  'portal.order.boughtOn': 'Bestellt am',
  'portal.order.number': 'Bestellnummer',
  'portal.order.paysWith': 'Bezahlt mit',
  'portal.order.cardExpires': 'gültig bis {date}',
  'portal.order.goOnPaying': 'Weiter zur Zahlung',
  'portal.order.changeCard': 'Karte ändern',

  'portal.payments.title': 'Zahlungen',
  'portal.payments.none': 'Es wurde noch nichts bezahlt.',
  'portal.payments.status.succeeded': 'Bezahlt',
  'portal.payments.status.processing': 'In Bearbeitung',
  'portal.payments.status.requires_action': 'Wartet auf Ihre Bank',
  'portal.payments.status.failed': 'Fehlgeschlagen',
  'portal.payments.status.partlyRefunded': 'Teilweise erstattet',
  'portal.payments.status.refunded': 'Erstattet',
  'portal.payments.receipt': 'Beleg',
  'portal.payments.askRefund': 'Erstattung anfragen',
  'portal.refunds.pending': '{amount} werden Ihnen gerade erstattet.',
  'portal.refunds.succeeded': '{amount} wurden am {date} erstattet.',
  'portal.refunds.failed': '{amount} konnten nicht erstattet werden. Der Händler weiß Bescheid.',

  'portal.cancel.action': 'Abonnement kündigen',
  'portal.cancel.actionOrder': 'Bestellung stornieren',
  'portal.cancel.title': '{product} kündigen?',
  'portal.cancel.atEnd': 'Sie können es bis {date} nutzen. Danach endet es und es wird nichts mehr abgebucht.',
  'portal.cancel.now': 'Es endet sofort und es wird nichts abgebucht.',
  'portal.cancel.undo': 'Bis dahin können Sie es sich hier anders überlegen.',

  'portal.reactivate.action': 'Abonnement behalten',
  'portal.reactivate.title': '{product} behalten?',
  'portal.reactivate.text':
    'Die Kündigung wird zurückgenommen. Jetzt wird nichts abgebucht; die nächste Zahlung über {total} ist am {date} fällig.',
  'portal.reactivate.back': 'Enden lassen',
  'portal.reactivate.done': 'Ihr Abonnement läuft weiter.',

  'portal.card.title': 'Karte ändern',
  'portal.card.text': 'Diese Karte wird ab jetzt für {product} belastet. Heute wird nichts abgebucht.',
  'portal.card.current': 'Zurzeit: {card}.',
  'portal.card.save': 'Diese Karte verwenden',
  'portal.card.done': 'Ihre nächste Zahlung läuft über die neue Karte.',
  'portal.card.checking': 'Ihre Bank prüft die neue Karte noch. Bis sie fertig ist, bleibt die bisherige in Gebrauch.',
  'portal.card.bank': 'Ihre Bank möchte sichergehen, dass Sie es sind.',
  'portal.card.another': 'Oder eine andere Karte verwenden',
  'portal.card.bankTitle': 'Ist das Ihre Karte?',
  'portal.card.uncertain':
    'Wir haben keine Antwort erhalten und prüfen gerade, ob die neue Karte angenommen wurde. Laden Sie diese Seite gleich noch einmal.',
  'portal.card.notNow': 'Hier kann zurzeit keine Karte geändert werden. Fragen Sie beim Händler nach.',

  'portal.fix.opening': 'Die Seite zum Bezahlen wird geöffnet…',
  'portal.fix.title': '{product} bezahlen',
  'portal.fix.failed': '{total} konnten am {date} nicht von {card} abgebucht werden.',
  'portal.fix.unpaid': '{total} sind noch nicht bezahlt.',
  'portal.fix.give': 'Geben Sie eine Karte an: {total} werden sofort davon abgebucht, spätere Zahlungen ebenfalls.',
  'portal.fix.retry': 'Andernfalls versuchen wir es am {date} noch einmal mit der bisherigen Karte.',
  'portal.fix.noRetry': 'Die bisherige Karte wird nicht noch einmal belastet.',
  'portal.fix.deadline': 'Wenn bis {date} nicht bezahlt ist, endet Ihr Abonnement.',
  'portal.fix.checking': 'Ihre Bank prüft die neue Karte noch. Das Ergebnis erscheint auf dieser Seite.',
  'portal.fix.charging':
    'Die Zahlung ist unterwegs zu Ihrer Bank. Das Ergebnis erscheint auf dieser Seite; Sie müssen nicht noch einmal bezahlen.',
  'portal.fix.ended': 'Dieses Abonnement ist beendet',
  'portal.fix.over.title': 'Dieser Link funktioniert nicht mehr',
  'portal.fix.over.expired': 'Er ist abgelaufen, oder in einer späteren E-Mail steht ein neuer.',
  'portal.fix.over.unknown':
    'Er ist unvollständig, oder dieser Browser hat ihn vor zu langer Zeit geöffnet. Öffnen Sie ihn noch einmal aus der E-Mail.',
  'portal.fix.over.signIn': 'Sie können sich auch bei Ihren Bestellungen anmelden und die Karte dort ändern.',

  'portal.refund.title': 'Erstattung anfragen',
  'portal.refund.text': '{store} liest Ihre Anfrage und entscheidet. Sie haben am {date} {amount} bezahlt.',
  'portal.refund.amount': 'Betrag in {currency}',
  'portal.refund.amountHint': 'Höchstens {amount}.',
  'portal.refund.reason': 'Was ist nicht in Ordnung?',
  'portal.refund.reasonHint': 'Höchstens 1.000 Zeichen.',
  'portal.refund.send': 'Anfrage senden',
  'portal.refund.done': 'Ihre Anfrage wurde an {store} gesendet.',
  'portal.refund.notPossible':
    'Hier gibt es nichts, worum Sie bitten könnten: Es wurde nichts bezahlt oder eine Anfrage dazu ist noch offen.',
  'portal.refund.problems.amount': 'Geben Sie einen Betrag zwischen {least} und {most} ein, zum Beispiel {most}.',
  'portal.refund.problems.reason': 'Schreiben Sie in höchstens 1.000 Zeichen, was nicht in Ordnung ist.',
  'portal.refund.again': 'Noch einmal anfragen',
  'portal.refund.againText':
    '{store} hat Ihre Anfrage abgelehnt. Schreiben Sie, was für eine andere Entscheidung wichtig ist. Sie haben am {date} {amount} bezahlt.',

  'portal.tickets.title': 'Erstattungsanfragen',
  'portal.tickets.line': '{amount}, angefragt am {date}',
  'portal.tickets.status.pending': 'Wartet auf Antwort',
  'portal.tickets.status.approved': 'Genehmigt',
  'portal.tickets.status.rejected': 'Abgelehnt',
  'portal.tickets.answer': 'Antwort des Händlers:',
  'portal.tickets.again': 'Noch einmal anfragen',

  'portal.receipt.title': 'Beleg',
  'portal.receipt.pdf': 'Als PDF sichern',

  'errors.methodNotChangeable': 'Dieses Abonnement ist beendet: Die Zahlungsmethode kann nicht mehr geändert werden.',
  'errors.methodChangeRunning':
    'Eine neue Zahlungsmethode für dieses Abonnement wird bereits geprüft. Bitte warten Sie einen Moment.',

  'errors.portal.signedOut': 'Ihre Sitzung ist beendet. Melden Sie sich erneut an, dann können Sie hier weitermachen.',
  'errors.portal.notFound': 'Das gibt es nicht oder es gehört jemand anderem.',
  'errors.portal.token':
    'Diese Anmeldung ist abgelaufen. Gehen Sie dorthin zurück, woher Sie kamen, und öffnen Sie Ihre Bestellungen erneut, oder lassen Sie sich einen Link per E-Mail senden.',
  'errors.portal.linkUsed': 'Dieser Link wurde bereits verwendet. Fordern Sie einen neuen an.',
  'errors.portal.linkExpired': 'Dieser Link ist abgelaufen. Fordern Sie einen neuen an.',
  'errors.portal.linkUnknown': 'Dieser Link ist ungültig. Fordern Sie einen neuen an.',
  'errors.portal.linkTooSoon':
    'Gerade eben wurde schon ein Link angefordert. Sehen Sie in Ihrem Postfach nach oder fordern Sie in {seconds, plural, one {# Sekunde} other {# Sekunden}} einen weiteren an.',
  'errors.portal.tooManyLinks':
    'Mit dieser Adresse wurden heute zu viele Links angefordert. Versuchen Sie es morgen erneut.',
  'errors.portal.tooMany':
    'Das war zu viel in kurzer Zeit. Warten Sie {seconds, plural, one {# Sekunde} other {# Sekunden}} und versuchen Sie es dann erneut.',
  'errors.portal.notNow': 'Das ist nicht mehr möglich. Die Seite zeigt den jetzigen Stand.',
  'errors.portal.paying': 'Eine Zahlung dafür ist gerade bei der Bank. Versuchen Sie es gleich noch einmal.',
  'errors.portal.nothingPaid': 'Hier wurde nichts bezahlt, das erstattet werden könnte.',
  'errors.portal.nothingLeft': 'Diese Zahlung wurde bereits ganz erstattet oder wird es gerade.',
  'errors.portal.refundAmount':
    'Geben Sie einen Betrag ein, der nicht höher ist als das, was noch erstattet werden kann.',
  'errors.portal.refundOpen': 'Darum haben Sie bereits gebeten. Der Händler hat noch nicht geantwortet.',
  'errors.portal.refundTooOften': 'Öfter können Sie hier nicht darum bitten. Schreiben Sie dem Händler.',
  'errors.portal.refundReason': 'Schreiben Sie in höchstens 1.000 Zeichen, was nicht in Ordnung ist.',
};
