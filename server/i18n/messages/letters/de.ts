import type { EmailMessages } from '../messages.ts';

export const deEmails: EmailMessages = {
  'emails.portalLink.subject': 'Ihre Bestellungen bei {store}',
  'emails.portalLink.text':
    'Öffnen Sie diesen Link, um Ihre Bestellungen bei {store} zu sehen. Er gilt einmal und 15 Minuten lang:',
  'emails.portalLink.notYou': 'Wenn nicht Sie darum gebeten haben, hat sich nichts geändert und Sie müssen nichts tun.',
  'emails.portalLink.test': 'Hier geht es um Testbestellungen: Es fließt kein Geld.',

  'emails.quoted': '„{name}“',
  'emails.demonstration': 'Dies ist eine Demo: Es fließt kein Geld.',
  'emails.upcoming.subject': 'Nächste Zahlung für {product} am {date}',
  'emails.upcoming.text': 'Am {date} werden {total} für Ihr Abonnement von {product} bei {store} abgebucht.',
  'emails.trialEnding.subject': 'Ihr Testzeitraum für {product} endet am {date}',
  'emails.trialEnding.text':
    'Ihr Testzeitraum für {product} bei {store} endet am {date}. Ab dann werden {every} {total} abgebucht.',
  'emails.tax': 'Darin enthalten ist {taxName}: {tax}.',
  'emails.method': 'Bezahlt wird mit {method}.',
  'emails.cancel':
    'Dafür müssen Sie nichts tun. Wenn Sie vor dem {date} kündigen oder eine andere Karte verwenden möchten, öffnen Sie Ihre Bestellung:',
  'emails.cancelAtStore':
    'Dafür müssen Sie nichts tun. Wenn Sie vor dem {date} kündigen oder eine andere Karte verwenden möchten, öffnen Sie Ihre Bestellungen aus Ihrem Kundenkonto bei {store}.',
  'emails.pastDue.subject': 'Ihre Zahlung für {product} ist fehlgeschlagen',
  'emails.pastDue.text': 'Die Zahlung über {total} für Ihr Abonnement von {product} bei {store} ist fehlgeschlagen.',
  'emails.pastDue.byMethod':
    'Die Zahlung über {total} für Ihr Abonnement von {product} bei {store} konnte nicht von {method} abgebucht werden.',
  'emails.pastDue.noMethod': 'Es ist keine Karte hinterlegt, von der abgebucht werden könnte.',
  'emails.pastDue.methodRefused':
    'Ihre Bank hat diese Karte bereits abgelehnt, deshalb wurde sie nicht noch einmal belastet.',
  'emails.pastDue.bankAsks':
    'Ihre Bank möchte sichergehen, dass Sie es sind. Öffnen Sie den Link unten und geben Sie Ihre Karte noch einmal an.',
  'emails.pastDue.confirmSubject': 'Bitte bestätigen Sie Ihre Zahlung für {product}',
  'emails.pastDue.confirm':
    'Die Zahlung über {total} mit {method} für Ihr Abonnement von {product} bei {store} muss von Ihnen bestätigt werden.',
  'emails.pastDue.retry': 'Am {date} versuchen wir es noch einmal.',
  'emails.pastDue.noRetry': 'Diese Karte wird nicht noch einmal belastet.',
  'emails.pastDue.fix':
    'Um {total} gleich zu bezahlen, mit einer beliebigen Karte und ohne Anmeldung, öffnen Sie diesen Link:',
  'emails.pastDue.private': 'Der Link ist nur für Sie bestimmt. Bitte geben Sie ihn nicht weiter.',
  'emails.ended.subject': 'Ihr Abonnement von {product} ist beendet',
  'emails.ended.text': 'Ihr Abonnement von {product} bei {store} ist beendet, weil die Zahlung nicht gelungen ist.',
  'emails.ended.noCharge': 'Es wird nichts mehr abgebucht.',
  'emails.ended.orders': 'Ihre Bestellungen und Belege finden Sie weiterhin hier:',
  'emails.refundApproved.subject': '{store} erstattet Ihnen {amount}',
  'emails.refundApproved.text':
    '{store} hat Ihre Anfrage zu {product} genehmigt. {amount} gehen dorthin zurück, womit Sie bezahlt haben.',
  'emails.refundApproved.when': 'Wie lange das dauert, liegt an Ihrer Bank: meist einige Tage, manchmal zwei Wochen.',
  'emails.refundDeclined.subject': 'Ihre Erstattungsanfrage an {store}',
  'emails.refundDeclined.text': '{store} hat Ihre Anfrage abgelehnt, Ihnen {amount} für {product} zu erstatten.',
  'emails.refundDeclined.again':
    'Wenn es noch etwas zu sagen gibt, können Sie auf der Seite Ihrer Bestellung noch einmal anfragen:',
  'emails.refunded.text':
    '{store} hat Ihnen {amount} für {product} erstattet. Das Geld geht dorthin zurück, womit Sie bezahlt haben.',
  'emails.refund.note': '{store} schreibt dazu:',
  'emails.refund.order': 'Hier ist die Seite Ihrer Bestellung:',
  'emails.button.order': 'Bestellung öffnen',
  'emails.button.orders': 'Bestellungen öffnen',
  'emails.button.pay': '{total} bezahlen',
  'emails.order.subject': 'Ihre Bestellung von {product} bei {store}',
  'emails.order.text': 'Vielen Dank. {store} hat Ihre Bestellung von {product} bestätigt.',
  'emails.receipt': 'Ihre Bestellung und den Beleg finden Sie hier:',
  'emails.started.subject': 'Ihr Abonnement von {product} hat begonnen',
  'emails.started.text': 'Vielen Dank. Ihr Abonnement von {product} bei {store} hat begonnen.',
  'emails.trialStarted.subject': 'Ihr Testzeitraum für {product} hat begonnen',
  'emails.cycled.subject': 'Ihre Zahlung für {product}',
  'emails.cycled.text':
    '{store} hat Ihre Zahlung über {total} für {product} erhalten. Ihr Abonnement ist bis zum {date} bezahlt.',
  'emails.canceled.subject': 'Ihr Abonnement von {product} endet am {date}',
  'emails.canceled.text':
    'Ihr Abonnement von {product} bei {store} ist gekündigt. Sie können es bis zum {date} nutzen, und es wird nichts mehr abgebucht.',
  'emails.canceled.undo':
    'Wenn Sie es sich bis dahin anders überlegen, können Sie die Kündigung auf der Seite Ihrer Bestellung zurücknehmen:',
  'emails.revoked.text': 'Ihr Abonnement von {product} bei {store} ist beendet.',
};
