/** What letters to buyers say, in English. */
export const enEmails = {
  'emails.portalLink.subject': 'Your orders at {store}',
  'emails.portalLink.text': 'Open this link to see your orders at {store}. It works once, within 15 minutes:',
  'emails.portalLink.notYou': 'If it was not you who asked for it, nothing has changed and nothing needs doing.',
  'emails.portalLink.test': 'This is about test orders: no money moves.',

  'emails.quoted': '“{name}”',
  'emails.demonstration': 'This is a demonstration: no money moves.',
  'emails.upcoming.subject': 'Next payment for {product} on {date}',
  'emails.upcoming.text': 'On {date}, {total} is charged for your subscription to {product} at {store}.',
  'emails.trialEnding.subject': 'Your trial of {product} ends on {date}',
  'emails.trialEnding.text':
    'Your trial of {product} at {store} ends on {date}. From then on, {total} is charged {every}.',
  'emails.tax': 'That includes {taxName}: {tax}.',
  'emails.method': 'It is charged to {method}.',
  'emails.cancel': 'For this you need do nothing. To cancel before {date}, or to use another card, open your order:',
  'emails.cancelAtStore':
    'For this you need do nothing. To cancel before {date}, or to use another card, open your orders from your account at {store}.',
  'emails.pastDue.subject': 'Your payment for {product} did not go through',
  'emails.pastDue.text': 'The payment of {total} for your subscription to {product} at {store} did not go through.',
  'emails.pastDue.byMethod':
    'The payment of {total} for your subscription to {product} at {store} could not be charged to {method}.',
  'emails.pastDue.noMethod': 'There is no card that it could be charged to.',
  'emails.pastDue.methodRefused': 'Your bank has refused this card before, so it was not charged again.',
  'emails.pastDue.bankAsks':
    'Your bank wants to confirm that it is you. Open the link below and give your card once more.',
  'emails.pastDue.confirmSubject': 'Please confirm your payment for {product}',
  'emails.pastDue.confirm':
    'Your payment of {total} with {method} for your subscription to {product} at {store} needs your confirmation.',
  'emails.pastDue.retry': 'It is tried again on {date}.',
  'emails.pastDue.noRetry': 'This card will not be charged again.',
  'emails.pastDue.fix': 'To pay {total} now, with any card and without signing in, open this link:',
  'emails.pastDue.private': 'The link is for you alone. Please do not pass it on.',
  'emails.ended.subject': 'Your subscription to {product} has ended',
  'emails.ended.text': 'Your subscription to {product} at {store} has ended, because its payment did not go through.',
  'emails.ended.noCharge': 'You will not be charged again.',
  'emails.ended.orders': 'What you have bought, and its receipts, are still here:',
  'emails.refundApproved.subject': 'You get {amount} back from {store}',
  'emails.refundApproved.text':
    '{store} has approved your request for a refund of {product}. {amount} goes back to what you paid with.',
  'emails.refundApproved.when': 'How long that takes is up to your bank: usually a few days, sometimes two weeks.',
  'emails.refundDeclined.subject': 'Your request for a refund from {store}',
  'emails.refundDeclined.text': '{store} has declined your request to have {amount} back for {product}.',
  'emails.refundDeclined.again':
    'If there is something that they should know, you can ask again on the page of your order:',
  'emails.refunded.text': '{store} has refunded {amount} for {product}. It goes back to what you paid with.',
  'emails.refund.note': '{store} says:',
  'emails.refund.order': 'This is the page of your order:',
  'emails.button.order': 'Open your order',
  'emails.button.orders': 'Open your orders',
  'emails.button.pay': 'Pay {total}',
  'emails.order.subject': 'Your order of {product} from {store}',
  'emails.order.text': 'Thank you. {store} has confirmed your order of {product}.',
  'emails.receipt': 'Your order and its receipt are here:',
  'emails.started.subject': 'Your subscription to {product} has begun',
  'emails.started.text': 'Thank you. Your subscription to {product} at {store} has begun.',
  'emails.trialStarted.subject': 'Your trial of {product} has begun',
  'emails.cycled.subject': 'Your payment for {product}',
  'emails.cycled.text':
    '{store} has received your payment of {total} for {product}. Your subscription is paid until {date}.',
  'emails.canceled.subject': 'Your subscription to {product} ends on {date}',
  'emails.canceled.text':
    'Your subscription to {product} at {store} has been canceled. You can use it until {date}, and nothing more is charged.',
  'emails.canceled.undo':
    'If you change your mind before then, you can take the cancellation back on the page of your order:',
  'emails.revoked.text': 'Your subscription to {product} at {store} has ended.',
} as const;
