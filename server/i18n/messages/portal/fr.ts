import type { PortalMessages } from '../messages.ts';

export const frPortal: PortalMessages = {
  'portal.title': 'Vos commandes',
  'portal.signedInAs': 'Compte : {name}',
  'portal.signOut': 'Se déconnecter',
  'portal.back': 'Toutes les commandes',
  'portal.backToOrder': 'Retour à la commande',
  'portal.needsJavaScript': 'Cette page nécessite JavaScript. Activez-le, puis rechargez la page.',
  'portal.noAnswer': 'Nous n’avons pas reçu de réponse. Vérifiez votre connexion, puis réessayez.',
  'portal.keep': 'Ne rien changer',
  'portal.notFound.title': 'Page introuvable',
  'portal.notFound.text': 'Cette page n’existe pas, ou vous n’y avez pas accès.',
  'portal.notFound.noStore': 'Aucune boutique n’a cette adresse.',

  'portal.signIn.title': 'Voir vos commandes',
  'portal.signIn.text':
    'Saisissez l’adresse e-mail utilisée pour votre achat. Nous vous enverrons un lien de connexion.',
  'portal.signIn.send': 'M’envoyer un lien',
  'portal.signIn.sent.title': 'Consultez votre boîte de réception',
  'portal.signIn.sent.text':
    'Si {email} a servi à un achat ici, nous y avons envoyé un lien de connexion. Il est utilisable une seule fois et expire dans 15 minutes.',
  'portal.signIn.sent.test':
    'Mode test : vous pouvez aussi ouvrir le portail depuis le tableau de bord, sous « Customers ».',
  'portal.signIn.sent.customers': 'Ouvrir les clients',
  'portal.signIn.sent.none':
    'Toujours rien après quelques minutes ? Regardez dans les courriers indésirables et vérifiez qu’il s’agit de l’adresse utilisée pour l’achat. Si vous avez un compte client dans cette boutique, ouvrez-y vos commandes.',
  'portal.signIn.another': 'Utiliser une autre adresse e-mail',
  'portal.signIn.entering': 'Connexion en cours…',

  'portal.open.title': 'Se connecter à {store}',
  'portal.open.text': 'Une dernière étape : confirmez que c’est bien vous qui avez ouvert le lien.',
  'portal.open.confirm': 'Afficher mes commandes',
  'portal.open.incomplete': 'Ce lien est incomplet. Rouvrez-le depuis l’e-mail ou copiez-le en entier.',
  'portal.open.again': 'Demander un nouveau lien',

  'portal.orders.none.title': 'Aucune commande pour l’instant',
  'portal.orders.none.text': 'Vos achats chez {store} s’afficheront ici.',
  'portal.orders.subscriptions': 'Abonnements',
  'portal.orders.others': 'Commandes',
  'portal.orders.pages': 'Pages',
  'portal.orders.page': 'Page {page} sur {pages}',
  'portal.orders.newer': 'Plus récentes',
  'portal.orders.older': 'Plus anciennes',

  'portal.status.pending': 'Non payé',
  'portal.status.completed': 'Payé',
  'portal.status.active': 'Actif',
  'portal.status.trialing': 'Période d’essai',
  'portal.status.canceling': 'Résiliation programmée',
  'portal.status.past_due': 'En retard de paiement',
  'portal.status.canceled': 'Annulé',
  'portal.status.ended': 'Terminé',
  'portal.status.expired': 'Expiré',

  'portal.next.paid': 'Acheté le {date}.',
  'portal.next.pending': 'Cette commande n’a pas encore été payée.',
  'portal.next.renews': 'Renouvellement le {date} pour {total}.',
  'portal.next.active': 'Cet abonnement est actif.',
  'portal.next.trial':
    'Votre période d’essai se termine le {date}. Ensuite, un montant de {total} sera débité {every}.',
  'portal.next.canceling': 'Résilié. Vous pouvez l’utiliser jusqu’au {date} et rien de plus ne sera débité.',
  'portal.next.pastDue':
    'Le dernier paiement n’a pas abouti. Mettez à jour votre carte pour conserver votre abonnement.',
  'portal.next.canceled': 'Annulé le {date}. Rien ne sera débité.',
  'portal.next.ended': 'Terminé le {date}. Plus rien ne sera débité.',
  'portal.next.expired': 'Le délai de paiement est dépassé. Rien n’a été débité.',

  'portal.order.details': 'Détails',
  'portal.order.price': 'Prix',
  'portal.order.priceEvery': '{total} {every}',
  'portal.order.boughtOn': 'Date de commande',
  'portal.order.number': 'Numéro de commande',
  'portal.order.paysWith': 'Moyen de paiement',
  'portal.order.cardExpires': 'expiration {date}',
  'portal.order.goOnPaying': 'Passer au paiement',
  'portal.order.changeCard': 'Mettre à jour la carte',

  'portal.payments.title': 'Paiements',
  'portal.payments.none': 'Aucun paiement pour l’instant.',
  'portal.payments.status.succeeded': 'Payé',
  'portal.payments.status.processing': 'En cours',
  'portal.payments.status.requires_action': 'En attente de votre banque',
  'portal.payments.status.failed': 'Échoué',
  'portal.payments.status.partlyRefunded': 'Remboursé en partie',
  'portal.payments.status.refunded': 'Remboursé',
  'portal.payments.receipt': 'Reçu',
  'portal.payments.askRefund': 'Demander un remboursement',
  'portal.refunds.pending': 'Votre remboursement de {amount} est en cours.',
  'portal.refunds.succeeded': '{amount} ont été remboursés le {date}.',
  'portal.refunds.failed': 'Le remboursement de {amount} a échoué. La boutique en est informée.',

  'portal.cancel.action': 'Résilier l’abonnement',
  'portal.cancel.actionOrder': 'Annuler la commande',
  'portal.cancel.title': 'Annuler {product} ?',
  'portal.cancel.atEnd':
    'Vous pouvez l’utiliser jusqu’au {date}. Ensuite, l’abonnement prend fin et plus rien ne sera débité.',
  'portal.cancel.now': 'L’annulation est immédiate et rien ne sera débité.',
  'portal.cancel.undo': 'D’ici là, vous pouvez le reprendre ici.',

  'portal.reactivate.action': 'Reprendre l’abonnement',
  'portal.reactivate.title': 'Reprendre {product} ?',
  'portal.reactivate.text': 'Votre abonnement sera renouvelé le {date} pour {total}. Rien n’est débité aujourd’hui.',
  'portal.reactivate.back': 'Ne pas reprendre',
  'portal.reactivate.done': 'Votre abonnement va continuer.',

  'portal.card.title': 'Mettre à jour la carte',
  'portal.card.text':
    'Les prochains paiements pour {product} seront débités de cette carte. Rien n’est débité aujourd’hui.',
  'portal.card.current': 'Carte actuelle : {card}.',
  'portal.card.save': 'Utiliser cette carte',
  'portal.card.done': 'Votre prochain paiement sera débité de la nouvelle carte.',
  'portal.card.checking':
    'Votre banque vérifie encore la nouvelle carte. D’ici là, la carte précédente reste utilisée.',
  'portal.card.bank': 'Votre banque doit vérifier votre identité.',
  'portal.card.another': 'Ou utiliser une autre carte',
  'portal.card.bankTitle': 'Autoriser cette carte ?',
  'portal.card.uncertain':
    'Nous n’avons pas reçu de réponse et vérifions si la nouvelle carte a été acceptée. Rechargez cette page dans un instant.',
  'portal.card.notNow': 'Il n’est pas possible de changer de carte ici pour le moment. Contactez la boutique.',

  'portal.fix.opening': 'Ouverture de la page de paiement…',
  'portal.fix.title': 'Payer {product}',
  'portal.fix.failed': 'Le montant de {total} n’a pas pu être débité de {card} le {date}.',
  'portal.fix.unpaid': 'Le montant de {total} n’a pas encore été payé.',
  'portal.fix.give':
    'Saisissez une carte pour payer {total} maintenant. Les prochains paiements en seront aussi débités.',
  'portal.fix.retry': 'Sinon, un nouvel essai aura lieu le {date} avec la carte précédente.',
  'portal.fix.noRetry': 'La carte précédente ne sera plus débitée.',
  'portal.fix.deadline': 'Sans paiement d’ici au {date}, votre abonnement prendra fin.',
  'portal.fix.checking': 'Votre banque vérifie encore la nouvelle carte. Le résultat s’affichera sur cette page.',
  'portal.fix.charging':
    'Votre paiement est en cours de traitement. Le résultat s’affichera sur cette page. Inutile de payer à nouveau.',
  'portal.fix.ended': 'Cet abonnement est terminé',
  'portal.fix.over.title': 'Ce lien ne fonctionne plus',
  'portal.fix.over.expired': 'Il a expiré, ou un e-mail plus récent en contient un nouveau.',
  'portal.fix.over.unknown':
    'Il est incomplet, ou ce navigateur l’a ouvert il y a trop longtemps. Rouvrez-le depuis l’e-mail.',
  'portal.fix.over.signIn': 'Vous pouvez aussi vous connecter pour voir vos commandes et y mettre à jour votre carte.',

  'portal.refund.title': 'Demander un remboursement',
  'portal.refund.text': '{store} examinera votre demande. Vous avez payé {amount} le {date}.',
  'portal.refund.amount': 'Montant ({currency})',
  'portal.refund.amountHint': 'Jusqu’à {amount}.',
  'portal.refund.reason': 'Motif',
  'portal.refund.reasonHint': 'Jusqu’à 1 000 caractères.',
  'portal.refund.send': 'Envoyer la demande',
  'portal.refund.done': 'Votre demande a été envoyée à {store}.',
  'portal.refund.notPossible':
    'Aucun remboursement n’est possible ici : rien n’a été payé ou une demande est déjà en cours.',
  'portal.refund.problems.amount': 'Saisissez un montant entre {least} et {most}, par exemple {most}.',
  'portal.refund.problems.reason': 'Indiquez un motif de 1 000 caractères au maximum.',
  'portal.refund.again': 'Renouveler la demande',
  'portal.refund.againText':
    '{store} a refusé votre demande. Expliquez pourquoi elle devrait être réexaminée. Vous avez payé {amount} le {date}.',

  'portal.tickets.title': 'Demandes de remboursement',
  'portal.tickets.line': '{amount}, demande du {date}',
  'portal.tickets.status.pending': 'En attente',
  'portal.tickets.status.approved': 'Acceptée',
  'portal.tickets.status.rejected': 'Refusée',
  'portal.tickets.answer': 'Réponse de la boutique :',
  'portal.tickets.again': 'Renouveler la demande',

  'portal.receipt.title': 'Reçu',
  'portal.receipt.pdf': 'Enregistrer en PDF',

  'errors.methodNotChangeable': 'Cet abonnement est terminé : son moyen de paiement ne peut plus être modifié.',
  'errors.methodChangeRunning':
    'Un nouveau moyen de paiement est déjà en cours de vérification pour cet abonnement. Veuillez patienter un instant.',

  'errors.portal.signedOut': 'Votre session est terminée. Reconnectez-vous pour continuer ici.',
  'errors.portal.notFound': 'Cet élément n’existe pas, ou vous n’y avez pas accès.',
  'errors.portal.token':
    'Cette connexion a expiré. Revenez en arrière et rouvrez vos commandes, ou demandez un lien par e-mail.',
  'errors.portal.linkUsed': 'Ce lien a déjà été utilisé. Demandez-en un nouveau.',
  'errors.portal.linkExpired': 'Ce lien a expiré. Demandez-en un nouveau.',
  'errors.portal.linkUnknown': 'Ce lien n’est pas valide. Demandez-en un nouveau.',
  'errors.portal.linkTooSoon':
    'Un lien vient d’être demandé. Consultez votre boîte de réception ou demandez-en un autre dans {seconds, plural, one {# seconde} many {# de secondes} other {# secondes}}.',
  'errors.portal.tooManyLinks': 'Trop de liens ont été demandés aujourd’hui pour cette adresse. Réessayez demain.',
  'errors.portal.tooMany':
    'Trop de demandes en peu de temps. Patientez {seconds, plural, one {# seconde} many {# de secondes} other {# secondes}}, puis réessayez.',
  'errors.portal.notNow': 'Ce n’est plus possible. La page montre la situation actuelle.',
  'errors.portal.paying': 'Un paiement pour cette commande est en cours. Réessayez dans un instant.',
  'errors.portal.nothingPaid': 'Il n’y a aucun paiement à rembourser.',
  'errors.portal.nothingLeft': 'Ce paiement est déjà entièrement remboursé ou en cours de remboursement.',
  'errors.portal.refundAmount': 'Saisissez un montant qui ne dépasse pas ce qui peut encore être remboursé.',
  'errors.portal.refundOpen': 'Vous avez déjà demandé ce remboursement. La boutique n’a pas encore répondu.',
  'errors.portal.refundTooOften': 'Vous ne pouvez plus renouveler cette demande ici. Contactez la boutique.',
  'errors.portal.refundReason': 'Indiquez un motif de 1 000 caractères au maximum.',

  'portal.plan.change': 'Changer d’offre',
  'portal.plan.choose': 'Choisir une offre',
  'portal.plan.chooseThis': 'Choisir {plan}',
  'portal.plan.current': 'Offre actuelle',
  'portal.plan.scheduled': 'Passe à {plan} le {date}',
  'portal.plan.undo': 'Garder {plan}',
  'portal.plan.none': 'Aucune autre offre n’est disponible.',
  'portal.plan.replaced': 'Remplacé par une autre offre',
  'portal.credit': 'Crédit pour vos prochains paiements',
  'portal.paused': 'En pause. Aucun paiement n’est effectué.',
  'portal.pausedUntil': 'En pause jusqu’au {date}. Aucun paiement n’est effectué.',
};
