import type { EmailMessages } from '../messages.ts';

export const frEmails: EmailMessages = {
  'emails.portalLink.subject': 'Vos commandes chez {store}',
  'emails.portalLink.text':
    'Ouvrez ce lien pour voir vos commandes chez {store}. Il est utilisable une seule fois et expire dans 15 minutes :',
  'emails.portalLink.account':
    'Vous avez passé des commandes avec un compte client chez {store}. Connectez-vous chez {store} pour les voir ou les modifier.',
  'emails.portalLink.notYou': 'Si vous n’avez pas demandé cet e-mail, vous pouvez l’ignorer.',
  'emails.portalLink.test': 'Mode test : aucun paiement réel.',

  'emails.quoted': '« {name} »',
  'emails.demonstration': 'Démonstration : aucun paiement réel.',
  'emails.upcoming.subject': 'Prochain paiement pour {product} le {date}',
  'emails.upcoming.text':
    'Le {date}, un montant de {total} sera débité pour votre abonnement à {product} chez {store}.',
  'emails.trialEnding.subject': 'Votre essai de {product} se termine le {date}',
  'emails.trialEnding.text':
    'Votre essai de {product} chez {store} se termine le {date}. Ensuite, un montant de {total} sera débité {every}.',
  'emails.tax': 'Dont {taxName} : {tax}.',
  'emails.method': 'Le paiement sera débité de {method}.',
  'emails.cancel':
    'Vous n’avez rien à faire. Pour résilier avant le {date} ou mettre à jour votre carte, ouvrez votre commande :',
  'emails.cancelAtStore':
    'Vous n’avez rien à faire. Pour résilier avant le {date} ou mettre à jour votre carte, ouvrez vos commandes depuis votre compte chez {store}.',
  'emails.pastDue.subject': 'Votre paiement pour {product} n’a pas abouti',
  'emails.pastDue.text': 'Le paiement de {total} pour votre abonnement à {product} chez {store} n’a pas abouti.',
  'emails.pastDue.byMethod':
    'Le montant de {total} pour votre abonnement à {product} chez {store} n’a pas pu être débité de {method}.',
  'emails.pastDue.noMethod': 'Aucune carte n’est enregistrée.',
  'emails.pastDue.methodRefused': 'Votre banque a déjà refusé cette carte, elle n’a donc pas été débitée à nouveau.',
  'emails.pastDue.bankAsks':
    'Votre banque doit vérifier votre identité. Ouvrez le lien ci-dessous et saisissez à nouveau votre carte.',
  'emails.pastDue.confirmSubject': 'Confirmez votre paiement pour {product}',
  'emails.pastDue.confirm':
    'Votre paiement de {total} avec {method} pour l’abonnement à {product} chez {store} attend votre confirmation.',
  'emails.pastDue.retry': 'Un nouvel essai aura lieu le {date}.',
  'emails.pastDue.noRetry': 'Cette carte ne sera plus débitée.',
  'emails.pastDue.fix': 'Payez {total} maintenant avec la carte de votre choix, sans vous connecter :',
  'emails.pastDue.private': 'Ne partagez pas ce lien.',
  'emails.ended.subject': 'Votre abonnement à {product} a pris fin',
  'emails.ended.text': 'Votre abonnement à {product} chez {store} a pris fin, car le paiement n’a pas abouti.',
  'emails.ended.noCharge': 'Plus rien ne sera débité.',
  'emails.ended.orders': 'Vos commandes et vos reçus restent disponibles ici :',
  'emails.refundApproved.subject': 'Votre remboursement de {amount} de {store}',
  'emails.refundApproved.text':
    '{store} a accepté votre demande de remboursement pour {product}. {amount} seront reversés sur votre moyen de paiement d’origine.',
  'emails.refundApproved.when': 'Le délai dépend de votre banque : en général quelques jours, parfois deux semaines.',
  'emails.refundDeclined.subject': 'Votre demande de remboursement à {store}',
  'emails.refundDeclined.text': '{store} a refusé votre demande de remboursement de {amount} pour {product}.',
  'emails.refundDeclined.again':
    'Si vous avez des précisions à apporter, vous pouvez renouveler la demande sur la page de votre commande :',
  'emails.refunded.text': '{store} a remboursé {amount} pour {product} sur votre moyen de paiement d’origine.',
  'emails.refund.note': 'Message de {store} :',
  'emails.refund.order': 'Votre commande :',
  'emails.button.order': 'Voir la commande',
  'emails.button.store': 'Aller chez {store}',
  'emails.button.orders': 'Voir les commandes',
  'emails.button.pay': 'Payer {total}',
  'emails.order.subject': 'Votre commande chez {store}',
  'emails.order.text': 'Merci. Votre commande de {product} chez {store} est confirmée.',
  'emails.receipt': 'Consultez votre commande et votre reçu :',
  'emails.started.subject': 'Votre abonnement à {product} a commencé',
  'emails.started.text': 'Merci. Votre abonnement à {product} chez {store} a commencé.',
  'emails.trialStarted.subject': 'Votre essai de {product} a commencé',
  'emails.cycled.subject': 'Votre paiement pour {product}',
  'emails.cycled.text':
    '{store} a reçu votre paiement de {total} pour {product}. Votre abonnement est payé jusqu’au {date}.',
  'emails.canceled.subject': 'Votre abonnement à {product} se termine le {date}',
  'emails.canceled.text':
    'Votre abonnement à {product} chez {store} est résilié. Vous pouvez l’utiliser jusqu’au {date} et plus rien ne sera débité.',
  'emails.canceled.undo': 'D’ici là, vous pouvez le reprendre sur la page de votre commande :',
  'emails.revoked.text': 'Votre abonnement à {product} chez {store} a pris fin.',

  'emails.planChanged.subject': 'Votre offre est maintenant {to}',
  'emails.planChanged.text': 'Votre abonnement chez {store} est passé de {from} à {to}.',
  'emails.planScheduled.subject': 'Votre offre passe à {to} le {date}',
  'emails.planScheduled.text':
    'Votre abonnement chez {store} passe de {from} à {to} le {date}. Aucun paiement n’est effectué d’ici là.',
  'emails.planScheduled.undo': 'D’ici là, vous pouvez annuler le changement sur la page de votre commande :',
  'emails.planFailed.subject': 'Votre offre n’a pas changé',
  'emails.planFailed.text':
    'Votre abonnement chez {store} n’a pas pu passer à {to}, car le paiement n’a pas abouti. Il continue avec {from}.',
  'emails.planFailed.notAttempted':
    'Votre abonnement chez {store} n’a pas pu passer à {to}. Rien n’a été débité pour ce changement. Il continue avec {from}.',
};
