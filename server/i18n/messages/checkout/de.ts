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
  'due.terms': 'Heute {total}, danach {every}.',
  'due.freeTrial': '{days, plural, one {# Tag kostenlos} other {# Tage kostenlos}}, danach {renewal} {per}.',
  'due.paidTrial': '{days, plural, one {{total} für # Tag} other {{total} für # Tage}}, danach {renewal} {per}.',
  'due.every.weekly': 'jede Woche',
  'due.every.monthly': 'jeden Monat',
  'due.every.quarterly': 'alle 3 Monate',
  'due.every.yearly': 'jedes Jahr',
  'due.per.weekly': 'pro Woche',
  'due.per.monthly': 'pro Monat',
  'due.per.quarterly': 'alle 3 Monate',
  'due.per.yearly': 'pro Jahr',

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
  'form.isBusiness': 'Ich kaufe als Unternehmen',
  'form.businessName': 'Name des Unternehmens',
  'form.taxId': 'Steuernummer',
  'form.vatNumber': 'USt-IdNr.',
  'form.vatNumberHint': 'Mit einer gültigen USt-IdNr. wird keine Mehrwertsteuer berechnet.',
  'form.cardNumber': 'Kartennummer',
  'form.cardExpiry': 'Ablaufdatum',
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

  'testCards.others': 'Weitere Testkarten',
  'testCards.fillIn': 'Verwenden',
  'testCards.fillInNumber': '{number} verwenden',
  'testCards.ofBrand': '{effect} ({brand})',
  'testCards.effect.works': 'Erfolgreich',
  'testCards.effect.declined': 'Abgelehnt',
  'testCards.effect.insufficientFunds': 'Nicht gedeckt',
  'testCards.effect.expired': 'Abgelaufene Karte',
  'testCards.effect.incorrectCvc': 'Falscher Sicherheitscode',
  'testCards.effect.lost': 'Verlorene Karte',
  'testCards.effect.stolen': 'Gestohlene Karte',
  'testCards.effect.fraudulent': 'Wegen Betrugsverdacht gesperrt',
  'testCards.effect.velocity': 'Limit überschritten',
  'testCards.effect.processingError': 'Verarbeitungsfehler',
  'testCards.effect.frictionless': '3D Secure – ohne Rückfrage',
  'testCards.effect.challenge': '3D Secure – mit Rückfrage',
  'testCards.effect.challengeFails': '3D Secure – scheitert immer',
  'testCards.effect.challengeDeclined': '3D Secure – danach abgelehnt',
  'testCards.effect.challengeAbandoned': '3D Secure – bricht nach 2 Minuten ab',
  'testCards.effect.slow': 'Erfolgreich nach einigen Sekunden',
  'testCards.effect.responseLost': 'Erfolgreich, aber die Antwort geht verloren',
  'testCards.effect.processing': 'In Bearbeitung – nach 20 Sekunden erfolgreich',
  'testCards.effect.processingFails': 'In Bearbeitung – scheitert nach 20 Sekunden',
  'testCards.effect.declinedLater': 'Jetzt erfolgreich, bei Verlängerung abgelehnt',
  'testCards.effect.declinedOnce': 'Jetzt erfolgreich, nur bei der ersten Verlängerung abgelehnt',
  'testCards.effect.askedLater': 'Jetzt erfolgreich, 3D Secure bei Verlängerung',

  'bank.title': 'Ihre Bank muss Ihre Identität bestätigen',
  'bank.explanation':
    'Es wurde noch nichts abgebucht. Bestätigen Sie die Zahlung bei Ihrer Bank, um sie abzuschließen.',
  'bank.continue': 'Weiter zu Ihrer Bank',
  'bank.testBank': 'Testbank',
  'bank.question': 'Diese Zahlung freigeben?',
  'bank.store': 'Händler',
  'bank.product': 'Produkt',
  'bank.amount': 'Betrag',
  'bank.confirm': 'Freigeben',
  'bank.fail': 'Ablehnen',
  'bank.back': 'Andere Karte verwenden',
  'bank.needsJavaScript': 'Diese Seite benötigt JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',

  'processing.title': 'Ihre Zahlung wird verarbeitet',
  'processing.explanation':
    'Das dauert meist nur ein paar Sekunden. Bitte bezahlen Sie nicht noch einmal. Ihr Beleg erscheint hier.',
  'processing.reload': 'Laden Sie diese Seite neu, um das Ergebnis zu sehen.',
  'processing.later':
    'Bei dieser Zahlungsart braucht Ihre Bank länger. Sie können diese Seite schließen: Der Beleg erscheint hier, sobald die Zahlung durch ist.',

  'notice.canceled.title': 'Diese Bestellung wurde storniert',
  'notice.canceled.text': 'Es wurde nichts abgebucht. Um neu zu bestellen, gehen Sie zurück zum Händler.',
  'notice.paid.title': 'Diese Bestellung ist bezahlt',
  'notice.paid.text':
    'Der Beleg wird in dem Browser angezeigt, in dem bezahlt wurde. Er steht auch im Kundenportal und in Ihren E-Mails.',
  'notice.expired.title': 'Dieser Bezahlvorgang ist abgelaufen',
  'notice.expired.text': 'Es wurde nichts abgebucht. Gehen Sie zurück zum Händler, um einen neuen Link zu erhalten.',
  'notice.noProvider.title': 'Dieser Händler kann zurzeit keine Zahlungen annehmen',
  'notice.noProvider.text':
    'Es ist kein Zahlungsanbieter eingerichtet. Es wurde nichts abgebucht. Versuchen Sie es später noch einmal oder fragen Sie beim Händler nach.',
  'notice.unavailable.title': 'Dieses Produkt ist zurzeit nicht erhältlich',
  'notice.unavailable.text':
    'Es wurde nichts abgebucht. Versuchen Sie es später erneut oder fragen Sie beim Händler nach.',
  'notice.notFound.title': 'Dieser Bezahllink ist ungültig',
  'notice.notFound.text':
    'Der Link ist möglicherweise unvollständig. Öffnen Sie ihn noch einmal oder kopieren Sie den ganzen Link.',
  'notice.notFound.ask':
    'Wenn der Link weiterhin nicht funktioniert, bitten Sie den Händler um einen neuen. Es wurde nichts abgebucht.',
  'notice.goBack': 'Zurück',
  'notice.alreadyBought': 'Haben Sie hier schon etwas gekauft?',
  'notice.seeOrders': 'Ihre Bestellungen ansehen',
  'notice.busy.title': 'Zu viele Anfragen',
  'notice.busy.text':
    'Diese Seite wurde aus Ihrem Netzwerk sehr oft geladen. Warten Sie {seconds, plural, one {# Sekunde} other {# Sekunden}} und laden Sie sie dann neu. Durch das Öffnen wurde nichts abgebucht.',
  'notice.broken.title': 'Etwas ist schiefgegangen',
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
  'problems.testCardsOnly': 'Hier werden nur Testkarten akzeptiert, zum Beispiel 4242 4242 4242 4242.',

  'errors.paid': 'Diese Bestellung ist bereits bezahlt. Es wurde nichts noch einmal abgebucht.',
  'errors.canceled': 'Diese Bestellung wurde storniert. Es wurde nichts abgebucht.',
  'errors.expired': 'Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht.',
  'errors.storeClosed': 'Dieser Händler nimmt zurzeit keine Zahlungen an.',
  'errors.noProvider': 'Dieser Händler hat zurzeit keinen Zahlungsanbieter. Es wurde nichts abgebucht.',
  'errors.notForSale': 'Dieses Produkt ist zurzeit nicht erhältlich. Es wurde nichts abgebucht.',
  'errors.alreadyProcessing':
    'Eine Zahlung für diese Bestellung wird bereits verarbeitet. Bitte warten Sie einen Moment.',
  'errors.nothingToConfirm': 'Diese Zahlung muss nicht mehr bestätigt werden.',
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
  'errors.internal': 'Etwas ist schiefgegangen. Es wurde nichts abgebucht. Versuchen Sie es gleich noch einmal.',

  'declines.card_declined':
    'Ihre Karte wurde abgelehnt. Versuchen Sie es mit einer anderen Karte oder fragen Sie Ihre Bank nach dem Grund.',
  'declines.insufficient_funds': 'Ihre Karte ist nicht ausreichend gedeckt. Versuchen Sie es mit einer anderen Karte.',
  'declines.expired_card': 'Ihre Karte ist abgelaufen. Versuchen Sie es mit einer anderen Karte.',
  'declines.incorrect_cvc':
    'Der Sicherheitscode Ihrer Karte ist nicht korrekt. Prüfen Sie ihn und versuchen Sie es erneut.',
  'declines.card_velocity_exceeded':
    'Ihre Karte hat ihr Limit erreicht. Versuchen Sie es mit einer anderen Karte oder später erneut.',
  'declines.processing_error':
    'Ihre Bank konnte die Zahlung nicht verarbeiten. Es wurde nichts abgebucht; versuchen Sie es erneut.',
  'declines.authentication_failed':
    'Ihre Bank konnte Ihre Identität nicht bestätigen. Versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
  'declines.authentication_abandoned':
    'Die Bestätigung bei Ihrer Bank wurde nicht abgeschlossen. Es wurde nichts abgebucht.',
  'declines.authentication_required': 'Ihre Bank muss Ihre Identität bestätigen. Versuchen Sie es erneut.',
  'declines.payment_failed':
    'Die Zahlung ist fehlgeschlagen. Es wurde nichts abgebucht; versuchen Sie es erneut oder bezahlen Sie auf anderem Weg.',
  'declines.not_attempted':
    'Die Zahlung hat Ihre Bank nicht erreicht. Es wurde nichts abgebucht; bitte versuchen Sie es erneut.',

  'change.title': 'Tarif wechseln',
  'change.fromTo': 'Von {from} zu {to}',
  'change.unusedTime': 'Ungenutzte Zeit von {plan}',
  'change.derivation': '{unused} von {period}, Wert {value}',
  'change.storeCredit': 'Gutschrift von {store}',
  'change.balance': 'Ihr Guthaben',
  'change.creditLeft': '{amount} Guthaben bleiben für Ihre nächsten Zahlungen.',
  'change.next': 'Nächste Abbuchung: {total} am {date}',
  'change.startsOn': '{to} beginnt am {date}. Bis dahin behalten Sie {from}.',
  'change.paySaved': 'Mit {method} bezahlen',
  'change.payOther': 'Mit einer anderen Karte bezahlen',
  'change.confirmPay': 'Bestätigen und {total} bezahlen',
  'change.confirm': 'Wechsel bestätigen',
  'change.scheduledTitle': 'Tarifwechsel geplant',
  'change.done': 'Ihr Tarif wurde gewechselt',
  'errors.quoteChanged':
    'Der fällige Betrag hat sich geändert. Es wurde nichts abgebucht. Prüfen Sie ihn, dann bestätigen Sie.',
  'errors.noSavedMethod':
    'Die gespeicherte Zahlungsmethode kann nicht belastet werden. Es wurde nichts abgebucht. Verwenden Sie eine andere Karte.',
  'errors.otherProcessing':
    'Eine andere Zahlung für diesen Tarif wird bereits verarbeitet. Hier wurde nichts abgebucht. Bitte warten Sie einen Moment.',
  'errors.hasSubscription':
    'Sie haben bereits ein Abonnement von {plan}. Es wurde nichts abgebucht. Im Kundenportal können Sie es verwalten.',
  'errors.linkSent': 'Es wurde nichts abgebucht. Ein Link zum Fortfahren wurde an Ihre E-Mail-Adresse gesendet.',

  'change.creditUsed': 'Verwendetes Guthaben',

  'change.dueThen': 'Dann fällig',
  'change.method': 'Zahlungsmethode',
};
