import type { CheckoutMessages } from '../messages.ts';

export const deCheckout: CheckoutMessages = {
  'summary.label': 'Bestellübersicht',
  'summary.about': 'Über dieses Produkt',
  'summary.media': 'Bilder: {product}',
  'summary.video': 'Ansehen: {title}',

  'due.subtotal': 'Zwischensumme',
  'due.tax': 'Steuer',
  'due.taxUnknown': 'Je nach Adresse',
  'due.reverseCharge': '{tax} (Reverse Charge)',
  'due.reverseChargeNote':
    'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge): Ihr Unternehmen führt die Steuer selbst ab.',
  'due.taxIncluded': 'im Preis enthalten',
  'due.totalToday': 'Heute fällig',
  'due.nextCharge': 'Nächste Zahlung am {date}',
  'due.announcement': 'Heute fällig: {total}.',
  'due.announcementWithTax': 'Heute fällig: {total}, einschließlich {tax} {taxName}.',
  'due.terms.weekly': 'Heute {total}, danach jede Woche.',
  'due.terms.monthly': 'Heute {total}, danach jeden Monat.',
  'due.terms.quarterly': 'Heute {total}, danach alle 3 Monate.',
  'due.terms.yearly': 'Heute {total}, danach jedes Jahr.',
  'due.freeTrial.weekly': '{days, plural, one {# Tag kostenlos} other {# Tage kostenlos}}, danach {renewal} pro Woche.',
  'due.freeTrial.monthly':
    '{days, plural, one {# Tag kostenlos} other {# Tage kostenlos}}, danach {renewal} pro Monat.',
  'due.freeTrial.quarterly':
    '{days, plural, one {# Tag kostenlos} other {# Tage kostenlos}}, danach {renewal} alle 3 Monate.',
  'due.freeTrial.yearly': '{days, plural, one {# Tag kostenlos} other {# Tage kostenlos}}, danach {renewal} pro Jahr.',
  'due.paidTrial.weekly':
    '{days, plural, one {{total} für # Tag} other {{total} für # Tage}}, danach {renewal} pro Woche.',
  'due.paidTrial.monthly':
    '{days, plural, one {{total} für # Tag} other {{total} für # Tage}}, danach {renewal} pro Monat.',
  'due.paidTrial.quarterly':
    '{days, plural, one {{total} für # Tag} other {{total} für # Tage}}, danach {renewal} alle 3 Monate.',
  'due.paidTrial.yearly':
    '{days, plural, one {{total} für # Tag} other {{total} für # Tage}}, danach {renewal} pro Jahr.',
  'due.every.weekly': 'jede Woche',
  'due.every.monthly': 'jeden Monat',
  'due.every.quarterly': 'alle 3 Monate',
  'due.every.yearly': 'jedes Jahr',

  'form.label': 'Zahlung',
  'form.payAnotherWay': 'Oder anders bezahlen',
  'form.email': 'E-Mail',
  'form.country': 'Land',
  'form.chooseCountry': 'Land auswählen',
  'form.state': 'Bundesstaat',
  'form.province': 'Provinz',
  'form.choose': 'Wählen…',
  'form.postcode': 'Postleitzahl',
  'form.zip': 'ZIP-Code',
  'form.isBusiness': 'Ich kaufe für ein Unternehmen',
  'form.businessName': 'Name des Unternehmens',
  'form.taxId': 'Steuernummer',
  'form.vatNumber': 'USt-IdNr.',
  'form.vatNumberHint': 'Mit einer gültigen USt-IdNr. wird keine Mehrwertsteuer berechnet.',
  'form.cardNumber': 'Kartennummer',
  'form.cardExpiry': 'Gültig bis',
  'form.cardExpiryPlaceholder': 'MM / JJ',
  'form.cardCvc': 'Sicherheitscode',
  'form.cardCvcPlaceholder': 'CVC',
  'form.pay': '{total} bezahlen',
  'form.startFreeTrial': 'Kostenlos testen',
  'form.checkTotal': 'Gesamtbetrag aktualisieren',
  'form.needsJavaScript':
    'Für die Zahlung wird JavaScript benötigt. Schalten Sie es für diese Seite ein und laden Sie sie neu.',
  'form.savedWithoutJavaScript':
    'Ihre Angaben und die Steuer sind auf dem neuesten Stand. Für die Zahlung wird JavaScript benötigt: Schalten Sie es für diese Seite ein und laden Sie sie neu.',
  'form.uncertain':
    'Wir haben keine Antwort erhalten und prüfen gerade, ob Ihre Zahlung angekommen ist. Bitte lassen Sie diese Seite geöffnet; Sie müssen nicht noch einmal bezahlen.',
  'form.notArrived':
    'Ihre Zahlung ist nicht bei uns angekommen; es wurde nichts abgebucht. Sie können es erneut versuchen.',
  'form.providerLoading': 'Das Zahlungsformular wird geladen.',
  'form.providerNotReady': 'Das Zahlungsformular wird noch geladen. Versuchen Sie es gleich noch einmal.',
  'form.providerFailed':
    'Das Zahlungsformular konnte nicht geladen werden. Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  'form.providerRefused':
    'Ihre Zahlungsdaten konnten nicht gesendet werden. Es wurde nichts abgebucht; prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',

  'testCards.title': 'Testkarten',
  'testCards.others': 'Weitere Testkarten',
  'testCards.fillIn': 'Einsetzen',
  'testCards.fillInNumber': '{number} einsetzen',
  'testCards.ofBrand': '{brand}, {effect}',
  'testCards.effect.works': 'funktioniert',
  'testCards.effect.declined': 'wird abgelehnt',
  'testCards.effect.insufficientFunds': 'ist nicht gedeckt',
  'testCards.effect.expired': 'ist abgelaufen',
  'testCards.effect.incorrectCvc': 'hat einen anderen Sicherheitscode',
  'testCards.effect.lost': 'ist als verloren gemeldet',
  'testCards.effect.stolen': 'ist als gestohlen gemeldet',
  'testCards.effect.fraudulent': 'wird wegen Betrugsverdacht gesperrt',
  'testCards.effect.velocity': 'hat ihr Limit erreicht',
  'testCards.effect.processingError': 'scheitert bei der Bank',
  'testCards.effect.frictionless': 'wird ohne Rückfrage bestätigt (3D Secure)',
  'testCards.effect.challenge': 'fragt bei der Bank nach (3D Secure)',
  'testCards.effect.challengeFails': 'fragt bei der Bank nach und scheitert bei jeder Antwort',
  'testCards.effect.challengeDeclined': 'fragt bei der Bank nach und wird danach abgelehnt',
  'testCards.effect.challengeAbandoned': 'fragt bei der Bank nach, die nie antwortet und nach 2 Minuten aufgibt',
  'testCards.effect.slow': 'funktioniert nach einigen Sekunden',
  'testCards.effect.unheard': 'funktioniert, aber die Antwort geht unterwegs verloren',
  'testCards.effect.processing': 'wird angenommen und ist 20 Sekunden später bezahlt',
  'testCards.effect.processingFails': 'wird angenommen und scheitert 20 Sekunden später',
  'testCards.effect.declinedLater': 'funktioniert jetzt und wird bei Verlängerungen abgelehnt',
  'testCards.effect.declinedOnce':
    'funktioniert jetzt, wird bei der ersten Verlängerung abgelehnt und funktioniert danach wieder',
  'testCards.effect.askedLater': 'funktioniert jetzt und fragt bei Verlängerungen bei der Bank nach',

  'bank.title': 'Ihre Bank möchte sichergehen, dass Sie es sind',
  'bank.explanation':
    'Es wurde noch nichts abgebucht. Ihre Bank stellt Ihnen eine Frage; danach geht die Zahlung weiter.',
  'bank.continue': 'Weiter zu Ihrer Bank',
  'bank.testBank': 'Testbank',
  'bank.question': 'Ist das Ihre Zahlung?',
  'bank.store': 'Händler',
  'bank.product': 'Für',
  'bank.amount': 'Betrag',
  'bank.confirm': 'Ja, das war ich',
  'bank.fail': 'Bestätigung scheitern lassen',
  'bank.back': 'Zurück und andere Karte verwenden',
  'bank.needsJavaScript':
    'Zum Antworten wird JavaScript benötigt. Schalten Sie es für diese Seite ein und laden Sie sie neu.',

  'processing.title': 'Ihre Zahlung wird verarbeitet',
  'processing.explanation':
    'Das dauert meist nur ein paar Sekunden. Sie müssen nicht noch einmal bezahlen: Sobald alles erledigt ist, erscheint hier der Beleg.',
  'processing.reload': 'Laden Sie diese Seite neu, um zu sehen, wie es ausgegangen ist.',
  'processing.later':
    'Bei dieser Zahlungsart braucht Ihre Bank länger. Sie können diese Seite schließen: Der Beleg erscheint hier, sobald die Zahlung durch ist.',

  'notice.canceled.title': 'Diese Bestellung wurde storniert',
  'notice.canceled.text':
    'Es wurde nichts abgebucht. Wenn Sie doch kaufen möchten, beginnen Sie beim Händler noch einmal von vorn.',
  'notice.paid.title': 'Diese Bestellung ist bezahlt',
  'notice.paid.text':
    'Der Beleg wird in dem Browser angezeigt, in dem bezahlt wurde. Er steht auch im Kundenportal und in Ihren E-Mails.',
  'notice.expired.title': 'Dieser Bezahlvorgang ist abgelaufen',
  'notice.expired.text':
    'Es wurde nichts abgebucht. Beginnen Sie beim Händler noch einmal von vorn, um einen neuen Link zu erhalten.',
  'notice.noProvider.title': 'Dieser Händler kann zurzeit keine Zahlungen annehmen',
  'notice.noProvider.text':
    'Es ist kein Zahlungsanbieter eingerichtet. Es wurde nichts abgebucht. Versuchen Sie es später noch einmal oder fragen Sie beim Händler nach.',
  'notice.unavailable.title': 'Das ist zurzeit nicht erhältlich',
  'notice.unavailable.text':
    'Es wurde nichts abgebucht. Versuchen Sie es später erneut oder fragen Sie beim Händler nach.',
  'notice.notFound.title': 'Dieser Bezahllink ist ungültig',
  'notice.notFound.text':
    'Vielleicht wurde er unterwegs abgeschnitten. Öffnen Sie ihn noch einmal dort, wo Sie ihn gefunden haben, oder kopieren Sie ihn vollständig.',
  'notice.notFound.ask':
    'Wenn er dann immer noch hierher führt, bitten Sie den Händler um einen neuen Link. Es wurde nichts abgebucht.',
  'notice.goBack': 'Zurück',
  'notice.alreadyBought': 'Haben Sie hier schon etwas gekauft?',
  'notice.seeOrders': 'Ihre Bestellungen ansehen',
  'notice.busy.title': 'Zu viele Seitenaufrufe',
  'notice.busy.text':
    'Diese Seite wurde aus Ihrem Netzwerk sehr oft geladen. Warten Sie {seconds, plural, one {# Sekunde} other {# Sekunden}} und laden Sie sie dann neu. Durch das Öffnen wurde nichts abgebucht.',
  'notice.broken.title': 'Hier ist etwas schiefgegangen',
  'notice.broken.text': 'Der Fehler liegt bei uns. Laden Sie die Seite neu; durch das Öffnen wurde nichts abgebucht.',
  'notice.broken.reference': 'Wenn es wieder passiert, nennen Sie dem Händler diese Nummer: {number}',
  'notice.outage.title': 'Wir sind gleich wieder da',
  'notice.outage.text':
    'Diese Seite kann gerade nicht angezeigt werden. Versuchen Sie es in ein paar Sekunden noch einmal. Wenn Sie soeben bezahlt haben, bezahlen Sie nicht noch einmal: Laden Sie diese Seite neu, um das Ergebnis zu sehen.',

  'problems.email': 'Geben Sie eine E-Mail-Adresse wie ana@example.com ein.',
  'problems.country': 'Wählen Sie Ihr Land aus.',
  'problems.state': 'Wählen Sie Ihren Bundesstaat aus.',
  'problems.province': 'Wählen Sie Ihre Provinz aus.',
  'problems.postcode': 'Geben Sie eine Postleitzahl mit höchstens 16 Zeichen ein.',
  'problems.businessName': 'Geben Sie den Namen Ihres Unternehmens ein.',
  'problems.businessNameLength': 'Geben Sie einen Namen mit höchstens 128 Zeichen ein.',
  'problems.taxId':
    'Das ist keine gültige USt-IdNr. Ihres Landes. Korrigieren Sie sie oder lassen Sie das Feld leer, um mit Steuer zu bezahlen.',
  'problems.taxIdLength': 'Geben Sie eine Steuernummer mit höchstens 32 Zeichen ein.',
  'problems.cardNumber': 'Geben Sie die vollständige Nummer Ihrer Karte ein.',
  'problems.cardExpiry': 'Geben Sie das Ablaufdatum als Monat und Jahr ein, zum Beispiel 04 / 30.',
  'problems.cardExpired': 'Diese Karte ist abgelaufen. Verwenden Sie eine andere Karte.',
  'problems.cardCvc': 'Geben Sie die 3 oder 4 Ziffern des Sicherheitscodes ein.',
  'problems.testCardsOnly':
    'Hier wird nur getestet: Es werden ausschließlich Testkarten angenommen, zum Beispiel 4242 4242 4242 4242.',

  'errors.paid': 'Diese Bestellung ist bereits bezahlt. Es wurde nichts noch einmal abgebucht.',
  'errors.canceled': 'Diese Bestellung wurde storniert. Es wurde nichts abgebucht.',
  'errors.expired': 'Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht.',
  'errors.storeClosed': 'Dieser Händler nimmt zurzeit keine Zahlungen an.',
  'errors.noProvider': 'Dieser Händler hat zurzeit keinen Zahlungsanbieter. Es wurde nichts abgebucht.',
  'errors.notForSale': 'Dieses Produkt wird zurzeit nicht verkauft. Es wurde nichts abgebucht.',
  'errors.alreadyProcessing':
    'Eine Zahlung für diese Bestellung wird bereits verarbeitet. Bitte warten Sie einen Moment.',
  'errors.nothingToConfirm': 'Bei dieser Zahlung gibt es nichts mehr zu bestätigen.',
  'errors.trialUsed':
    'Ihr Testzeitraum hat schon mit einer anderen Bestellung begonnen. Es wurde nichts abgebucht; bezahlen Sie erneut, um ohne ihn fortzufahren.',
  'errors.totalChanged':
    'Der Gesamtbetrag ist jetzt {total}. Es wurde nichts abgebucht. Prüfen Sie ihn und bezahlen Sie dann.',
  'errors.termsChanged':
    'Der fällige Betrag hat sich geändert. {terms} Es wurde nichts abgebucht. Prüfen Sie ihn und bezahlen Sie dann.',
  'errors.tooManyAttempts':
    'Die Zahlung ist im Moment nicht möglich. Es wurde nichts abgebucht. Warten Sie {seconds, plural, one {# Sekunde} other {# Sekunden}} und versuchen Sie es dann erneut.',
  'errors.tooManyAttemptsMinutes':
    'Die Zahlung ist im Moment nicht möglich. Es wurde nichts abgebucht. Warten Sie {minutes, plural, one {# Minute} other {# Minuten}} und versuchen Sie es dann erneut.',
  'errors.internal': 'Hier ist etwas schiefgegangen. Es wurde nichts abgebucht; versuchen Sie es gleich noch einmal.',

  'declines.card_declined':
    'Ihre Karte wurde abgelehnt. Versuchen Sie es mit einer anderen Karte oder fragen Sie Ihre Bank nach dem Grund.',
  'declines.insufficient_funds': 'Ihre Karte ist nicht ausreichend gedeckt. Versuchen Sie es mit einer anderen Karte.',
  'declines.expired_card': 'Ihre Karte ist abgelaufen. Versuchen Sie es mit einer anderen Karte.',
  'declines.incorrect_cvc': 'Der Sicherheitscode passt nicht zur Karte. Prüfen Sie ihn und versuchen Sie es erneut.',
  'declines.card_velocity_exceeded':
    'Ihre Karte hat ein Limit erreicht. Versuchen Sie es mit einer anderen Karte oder später erneut.',
  'declines.processing_error':
    'Ihre Bank konnte die Zahlung nicht verarbeiten. Es wurde nichts abgebucht; versuchen Sie es erneut.',
  'declines.authentication_failed':
    'Ihre Bank konnte nicht bestätigen, dass Sie es sind. Versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
  'declines.authentication_abandoned':
    'Die Bestätigung bei Ihrer Bank wurde nicht abgeschlossen. Es wurde nichts abgebucht.',
  'declines.authentication_required': 'Ihre Bank möchte sichergehen, dass Sie es sind. Versuchen Sie es erneut.',
  'declines.payment_failed':
    'Die Zahlung ist fehlgeschlagen. Es wurde nichts abgebucht; versuchen Sie es erneut oder bezahlen Sie auf anderem Weg.',
  'declines.not_attempted':
    'Die Zahlung hat Ihre Bank nicht erreicht. Es wurde nichts abgebucht; bitte versuchen Sie es erneut.',
};
