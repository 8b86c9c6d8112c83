/** Emails to buyers, in English. */
export const enEmails = {
  'emails.portalLink.subject': 'Your orders at {store}',
  'emails.portalLink.text': 'Open this link to view your orders at {store}. It works once and expires in 15 minutes:',
  'emails.portalLink.account':
    'You placed orders with a customer account at {store}. Sign in at {store} to view or change them.',
  'emails.portalLink.notYou': 'If you did not request this email, you can ignore it.',
  'emails.portalLink.test': 'Test mode: no real charges.',

  'emails.quoted': '“{name}”',
  'emails.demonstration': 'Demonstration: no real charges.',
  'emails.upcoming.subject': 'Next payment for {product} on {date}',
  'emails.upcoming.text': 'On {date}, you’ll be charged {total} for your subscription to {product} at {store}.',
  'emails.trialEnding.subject': 'Your trial of {product} ends on {date}',
  'emails.trialEnding.text':
    'Your trial of {product} at {store} ends on {date}. After that, you’ll be charged {total} {every}.',
  'emails.tax': 'Includes {taxName}: {tax}.',
  'emails.method': 'We’ll charge {method}.',
  'emails.cancel': 'No action is needed. To cancel before {date} or update your card, open your order:',
  'emails.cancelAtStore':
    'No action is needed. To cancel before {date} or update your card, open your orders from your account at {store}.',
  'emails.pastDue.subject': 'Your payment for {product} did not go through',
  'emails.pastDue.text': 'The payment of {total} for your subscription to {product} at {store} did not go through.',
  'emails.pastDue.byMethod': 'We could not charge {total} to {method} for your subscription to {product} at {store}.',
  'emails.pastDue.noMethod': 'There is no card on file.',
  'emails.pastDue.methodRefused': 'Your bank declined this card before, so it was not charged again.',
  'emails.pastDue.bankAsks': 'Your bank needs to verify your identity. Open the link below and enter your card again.',
  'emails.pastDue.confirmSubject': 'Confirm your payment for {product}',
  'emails.pastDue.confirm':
    'Your payment of {total} with {method} for your subscription to {product} at {store} needs your confirmation.',
  'emails.pastDue.retry': 'We’ll try again on {date}.',
  'emails.pastDue.noRetry': 'This card will not be charged again.',
  'emails.pastDue.fix': 'Pay {total} now with any card. You do not need to sign in:',
  'emails.pastDue.private': 'Do not share this link.',
  'emails.ended.subject': 'Your subscription to {product} has ended',
  'emails.ended.text': 'Your subscription to {product} at {store} has ended because its payment did not go through.',
  'emails.ended.noCharge': 'You will not be charged again.',
  'emails.ended.orders': 'Your orders and receipts are still available here:',
  'emails.refundApproved.subject': 'Your {amount} refund from {store}',
  'emails.refundApproved.text':
    '{store} approved your refund request for {product}. {amount} will be returned to your original payment method.',
  'emails.refundApproved.when': 'Depending on your bank, this usually takes a few days, sometimes up to two weeks.',
  'emails.refundDeclined.subject': 'Your refund request to {store}',
  'emails.refundDeclined.text': '{store} declined your request for a {amount} refund of {product}.',
  'emails.refundDeclined.again': 'To add more information, request again on your order page:',
  'emails.refunded.text': '{store} refunded {amount} for {product} to your original payment method.',
  'emails.refund.note': 'Message from {store}:',
  'emails.refund.order': 'Your order:',
  'emails.button.order': 'View order',
  'emails.button.store': 'Go to {store}',
  'emails.button.orders': 'View orders',
  'emails.button.pay': 'Pay {total}',
  'emails.order.subject': 'Your order from {store}',
  'emails.order.text': 'Thank you. Your order of {product} from {store} is confirmed.',
  'emails.receipt': 'View your order and receipt:',
  'emails.started.subject': 'Your subscription to {product} has started',
  'emails.started.text': 'Thank you. Your subscription to {product} at {store} has started.',
  'emails.trialStarted.subject': 'Your trial of {product} has started',
  'emails.cycled.subject': 'Your payment for {product}',
  'emails.cycled.text':
    '{store} received your payment of {total} for {product}. Your subscription is paid until {date}.',
  'emails.canceled.subject': 'Your subscription to {product} ends on {date}',
  'emails.canceled.text':
    'Your subscription to {product} at {store} has been canceled. You can use it until {date}. You will not be charged again.',
  'emails.canceled.undo': 'You can resume it on your order page until then:',
  'emails.revoked.text': 'Your subscription to {product} at {store} has ended.',

  'emails.planChanged.subject': 'Your plan is now {to}',
  'emails.planChanged.text': 'Your subscription at {store} has changed from {from} to {to}.',
  'emails.planScheduled.subject': 'Your plan changes to {to} on {date}',
  'emails.planScheduled.text':
    'Your subscription at {store} changes from {from} to {to} on {date}. Nothing is charged until then.',
  'emails.planScheduled.undo': 'You can take the change back on your order page until then:',
  'emails.planFailed.subject': 'Your plan was not changed',
  'emails.planFailed.text':
    'Your subscription at {store} could not be changed to {to}, because its payment did not go through. It continues with {from}.',
  'emails.planFailed.notAttempted':
    'Your subscription at {store} could not be changed to {to}. Nothing was charged for the change. It continues with {from}.',
} as const;
