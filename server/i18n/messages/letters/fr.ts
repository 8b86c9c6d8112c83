import type { EmailMessages } from '../messages.ts';

export const frEmails: EmailMessages = {
  'emails.portalLink.subject': 'Vos commandes chez {store}',
  'emails.portalLink.text':
    'Ouvrez ce lien pour voir vos commandes chez {store}. Il est utilisable une seule fois, pendant 15 minutes :',
  'emails.portalLink.notYou':
    'Si vous n’êtes pas à l’origine de cette demande, rien n’a changé et vous n’avez rien à faire.',
  'emails.portalLink.test': 'Il s’agit de commandes de test : aucun paiement réel.',

  'emails.quoted': '« {name} »',
  'emails.demonstration': 'Ceci est une démonstration : aucun paiement réel.',
  'emails.upcoming.subject': 'Prochain paiement pour {product} le {date}',
  'emails.upcoming.text':
    'Le {date}, un montant de {total} sera débité pour votre abonnement à {product} chez {store}.',
  'emails.trialEnding.subject': 'Votre essai de {product} se termine le {date}',
  'emails.trialEnding.text':
    'Votre essai de {product} chez {store} se termine le {date}. À partir de là, un montant de {total} sera débité {every}.',
  'emails.tax': 'Dont {taxName} : {tax}.',
  'emails.method': 'Le paiement se fera avec {method}.',
  'emails.cancel':
    'Vous n’avez rien à faire pour cela. Pour résilier avant le {date} ou utiliser une autre carte, ouvrez votre commande :',
  'emails.cancelAtStore':
    'Vous n’avez rien à faire pour cela. Pour résilier avant le {date} ou utiliser une autre carte, ouvrez vos commandes depuis votre compte chez {store}.',
  'emails.pastDue.subject': 'Votre paiement pour {product} n’a pas abouti',
  'emails.pastDue.text': 'Le paiement de {total} pour votre abonnement à {product} chez {store} n’a pas abouti.',
  'emails.pastDue.byMethod':
    'Le paiement de {total} pour votre abonnement à {product} chez {store} n’a pas pu être débité de {method}.',
  'emails.pastDue.noMethod': 'Aucune carte à débiter n’est enregistrée.',
  'emails.pastDue.methodRefused': 'Votre banque a déjà refusé cette carte, elle n’a donc pas été débitée à nouveau.',
  'emails.pastDue.bankAsks':
    'Votre banque souhaite vérifier que c’est bien vous. Ouvrez le lien ci-dessous et indiquez à nouveau votre carte.',
  'emails.pastDue.confirmSubject': 'Veuillez confirmer votre paiement pour {product}',
  'emails.pastDue.confirm':
    'Votre paiement de {total} avec {method} pour l’abonnement à {product} chez {store} attend votre confirmation.',
  'emails.pastDue.retry': 'Un nouvel essai aura lieu le {date}.',
  'emails.pastDue.noRetry': 'Cette carte ne sera plus débitée.',
  'emails.pastDue.fix':
    'Pour payer {total} maintenant, avec la carte de votre choix et sans vous connecter, ouvrez ce lien :',
  'emails.pastDue.private': 'Ce lien vous est réservé. Merci de ne pas le transmettre.',
  'emails.ended.subject': 'Votre abonnement à {product} a pris fin',
  'emails.ended.text': 'Votre abonnement à {product} chez {store} a pris fin, car le paiement n’a pas abouti.',
  'emails.ended.noCharge': 'Plus rien ne sera débité.',
  'emails.ended.orders': 'Vos commandes et vos reçus restent disponibles ici :',
  'emails.refundApproved.subject': '{store} vous rembourse {amount}',
  'emails.refundApproved.text':
    '{store} a accepté votre demande de remboursement pour {product}. {amount} seront reversés sur le moyen de paiement que vous avez utilisé.',
  'emails.refundApproved.when': 'Le délai dépend de votre banque : en général quelques jours, parfois deux semaines.',
  'emails.refundDeclined.subject': 'Votre demande de remboursement à {store}',
  'emails.refundDeclined.text': '{store} a refusé de vous rembourser {amount} pour {product}.',
  'emails.refundDeclined.again':
    'Si vous avez des précisions à apporter, vous pouvez renouveler la demande sur la page de votre commande :',
  'emails.refunded.text':
    '{store} vous a remboursé {amount} pour {product}. Le remboursement est versé sur le moyen de paiement que vous avez utilisé.',
  'emails.refund.note': 'Message de {store} :',
  'emails.refund.order': 'Voici la page de votre commande :',
  'emails.button.order': 'Ouvrir votre commande',
  'emails.button.orders': 'Ouvrir vos commandes',
  'emails.button.pay': 'Payer {total}',
  'emails.order.subject': 'Votre commande de {product} chez {store}',
  'emails.order.text': 'Merci. {store} a confirmé votre commande de {product}.',
  'emails.receipt': 'Votre commande et son reçu se trouvent ici :',
  'emails.started.subject': 'Votre abonnement à {product} a commencé',
  'emails.started.text': 'Merci. Votre abonnement à {product} chez {store} a commencé.',
  'emails.trialStarted.subject': 'Votre essai de {product} a commencé',
  'emails.cycled.subject': 'Votre paiement pour {product}',
  'emails.cycled.text':
    '{store} a reçu votre paiement de {total} pour {product}. Votre abonnement est payé jusqu’au {date}.',
  'emails.canceled.subject': 'Votre abonnement à {product} se termine le {date}',
  'emails.canceled.text':
    'Votre abonnement à {product} chez {store} est résilié. Vous pouvez l’utiliser jusqu’au {date} et plus rien ne sera débité.',
  'emails.canceled.undo':
    'Si vous changez d’avis d’ici là, vous pouvez annuler la résiliation sur la page de votre commande :',
  'emails.revoked.text': 'Votre abonnement à {product} chez {store} a pris fin.',
};
