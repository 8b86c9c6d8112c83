import type { EmailMessages } from '../messages.ts';

export const deEmails: EmailMessages = {
  'emails.portalLink.subject': 'Ihre Bestellungen bei {store}',
  'emails.portalLink.text':
    'Öffnen Sie diesen Link, um Ihre Bestellungen bei {store} zu sehen. Er funktioniert einmal und ist 15 Minuten lang gültig:',
  'emails.portalLink.account':
    'Sie haben mit einem Kundenkonto bei {store} bestellt. Melden Sie sich bei {store} an, um diese Bestellungen zu sehen oder zu ändern.',
  'emails.portalLink.notYou': 'Wenn Sie diese E-Mail nicht angefordert haben, können Sie sie ignorieren.',
  'emails.portalLink.test': 'Testmodus: keine echten Zahlungen.',

  'emails.quoted': '„{name}“',
  'emails.demonstration': 'Demo: keine echten Zahlungen.',
  'emails.upcoming.subject': 'Nächste Zahlung für {product} am {date}',
  'emails.upcoming.text': 'Am {date} werden {total} für Ihr Abonnement von {product} bei {store} abgebucht.',
  'emails.trialEnding.subject': 'Ihr Testzeitraum für {product} endet am {date}',
  'emails.trialEnding.text':
    'Ihr Testzeitraum für {product} bei {store} endet am {date}. Danach werden {every} {total} abgebucht.',
  'emails.tax': 'Darin enthalten ist {taxName}: {tax}.',
  'emails.method': 'Die Zahlung wird von {method} abgebucht.',
  'emails.cancel':
    'Sie müssen nichts tun. Wenn Sie vor dem {date} kündigen oder Ihre Karte aktualisieren möchten, öffnen Sie Ihre Bestellung:',
  'emails.cancelAtStore':
    'Sie müssen nichts tun. Wenn Sie vor dem {date} kündigen oder Ihre Karte aktualisieren möchten, öffnen Sie Ihre Bestellungen in Ihrem Kundenkonto bei {store}.',
  'emails.pastDue.subject': 'Ihre Zahlung für {product} ist fehlgeschlagen',
  'emails.pastDue.text': 'Die Zahlung über {total} für Ihr Abonnement von {product} bei {store} ist fehlgeschlagen.',
  'emails.pastDue.byMethod':
    '{total} für Ihr Abonnement von {product} bei {store} konnten nicht von {method} abgebucht werden.',
  'emails.pastDue.noMethod': 'Es ist keine Karte hinterlegt.',
  'emails.pastDue.methodRefused':
    'Ihre Bank hat diese Karte bereits abgelehnt, deshalb wurde sie nicht noch einmal belastet.',
  'emails.pastDue.bankAsks':
    'Ihre Bank muss Ihre Identität bestätigen. Öffnen Sie den Link unten und geben Sie Ihre Karte noch einmal ein.',
  'emails.pastDue.confirmSubject': 'Bestätigen Sie Ihre Zahlung für {product}',
  'emails.pastDue.confirm':
    'Die Zahlung über {total} mit {method} für Ihr Abonnement von {product} bei {store} muss von Ihnen bestätigt werden.',
  'emails.pastDue.retry': 'Am {date} versuchen wir es noch einmal.',
  'emails.pastDue.noRetry': 'Diese Karte wird nicht noch einmal belastet.',
  'emails.pastDue.fix': 'Bezahlen Sie {total} jetzt mit einer beliebigen Karte. Sie müssen sich nicht anmelden:',
  'emails.pastDue.private': 'Geben Sie diesen Link nicht weiter.',
  'emails.ended.subject': 'Ihr Abonnement von {product} ist beendet',
  'emails.ended.text': 'Ihr Abonnement von {product} bei {store} ist beendet, weil die Zahlung fehlgeschlagen ist.',
  'emails.ended.noCharge': 'Es wird nichts mehr abgebucht.',
  'emails.ended.orders': 'Ihre Bestellungen und Belege finden Sie weiterhin hier:',
  'emails.refundApproved.subject': 'Ihre Erstattung über {amount} von {store}',
  'emails.refundApproved.text':
    '{store} hat Ihre Erstattungsanfrage zu {product} genehmigt. {amount} werden auf Ihre ursprüngliche Zahlungsmethode erstattet.',
  'emails.refundApproved.when': 'Wie lange das dauert, liegt an Ihrer Bank: meist einige Tage, manchmal zwei Wochen.',
  'emails.refundDeclined.subject': 'Ihre Erstattungsanfrage an {store}',
  'emails.refundDeclined.text': '{store} hat Ihre Anfrage abgelehnt, {amount} für {product} zu erstatten.',
  'emails.refundDeclined.again':
    'Wenn Sie etwas ergänzen möchten, können Sie auf Ihrer Bestellseite noch einmal anfragen:',
  'emails.refunded.text': '{store} hat {amount} für {product} auf Ihre ursprüngliche Zahlungsmethode erstattet.',
  'emails.refund.note': '{store} schreibt dazu:',
  'emails.refund.order': 'Ihre Bestellung:',
  'emails.button.order': 'Bestellung ansehen',
  'emails.button.store': 'Zu {store}',
  'emails.button.orders': 'Bestellungen ansehen',
  'emails.button.pay': '{total} bezahlen',
  'emails.order.subject': 'Ihre Bestellung bei {store}',
  'emails.order.text': 'Vielen Dank. Ihre Bestellung von {product} bei {store} ist bestätigt.',
  'emails.receipt': 'Bestellung und Beleg ansehen:',
  'emails.started.subject': 'Ihr Abonnement von {product} hat begonnen',
  'emails.started.text': 'Vielen Dank. Ihr Abonnement von {product} bei {store} hat begonnen.',
  'emails.trialStarted.subject': 'Ihr Testzeitraum für {product} hat begonnen',
  'emails.cycled.subject': 'Ihre Zahlung für {product}',
  'emails.cycled.text':
    '{store} hat Ihre Zahlung über {total} für {product} erhalten. Ihr Abonnement ist bis zum {date} bezahlt.',
  'emails.canceled.subject': 'Ihr Abonnement von {product} endet am {date}',
  'emails.canceled.text':
    'Ihr Abonnement von {product} bei {store} ist gekündigt. Sie können es bis zum {date} nutzen, und es wird nichts mehr abgebucht.',
  'emails.canceled.undo': 'Bis dahin können Sie es auf Ihrer Bestellseite wieder aufnehmen:',
  'emails.revoked.text': 'Ihr Abonnement von {product} bei {store} ist beendet.',

  'emails.planChanged.subject': 'Ihr Tarif ist jetzt {to}',
  'emails.planChanged.text': 'Ihr Abonnement bei {store} wurde von {from} zu {to} gewechselt.',
  'emails.planScheduled.subject': 'Ihr Tarif wechselt am {date} zu {to}',
  'emails.planScheduled.text':
    'Ihr Abonnement bei {store} wechselt am {date} von {from} zu {to}. Bis dahin wird nichts abgebucht.',
  'emails.planScheduled.undo': 'Bis dahin können Sie den Wechsel auf Ihrer Bestellseite zurücknehmen:',
  'emails.planFailed.subject': 'Ihr Tarif wurde nicht gewechselt',
  'emails.planFailed.text':
    'Ihr Abonnement bei {store} konnte nicht zu {to} gewechselt werden, weil die Zahlung nicht ausgeführt wurde. Es läuft mit {from} weiter.',
  'emails.planFailed.notAttempted':
    'Ihr Abonnement bei {store} konnte nicht zu {to} gewechselt werden. Für den Wechsel wurde nichts abgebucht. Es läuft mit {from} weiter.',
};
