/** The table of actions, keyed by the last two parts of the endpoint's path. Each file has the same name. */
import type { Action } from '#server/platform/action.ts';
import { createKey } from './api-key/create-key.ts';
import { deleteKey } from './api-key/delete-key.ts';
import { updateKey } from './api-key/update-key.ts';
import { issueSessionToken } from './auth/issue-session-token.ts';
import { createQuote } from './checkout/create-quote.ts';
import { createSession } from './checkout/create-session.ts';
import { previewTax } from './checkout/preview-tax.ts';
import { openPortal } from './customer/open-portal.ts';
import { sendAgain as sendEmailAgain } from './email-delivery/send-again.ts';
import { createTicket } from './kyb-ticket/create-ticket.ts';
import { reviewTicket } from './kyb-ticket/review-ticket.ts';
import { withdrawTicket } from './kyb-ticket/withdraw-ticket.ts';
import { cancelOrder as cancelOnetimeOrder } from './onetime-order/cancel-order.ts';
import { createOrder as createOnetimeOrder } from './onetime-order/create-order.ts';
import { createProduct as createOnetimeProduct } from './onetime-product/create-product.ts';
import { publishProduct as publishOnetimeProduct } from './onetime-product/publish-product.ts';
import { updateProduct as updateOnetimeProduct } from './onetime-product/update-product.ts';
import { updateStatus as updateOnetimeStatus } from './onetime-product/update-status.ts';
import { setMerchantSuspension } from './operator/set-merchant-suspension.ts';
import { setProdEnabled } from './operator/set-prod-enabled.ts';
import { setStoreSuspension } from './operator/set-store-suspension.ts';
import { verifyAddress } from './operator/verify-address.ts';
import { createRefund } from './refund/create-refund.ts';
import { createTicket as createRefundTicket } from './refund-ticket/create-ticket.ts';
import { resubmitTicket as resubmitRefundTicket } from './refund-ticket/resubmit-ticket.ts';
import { reviewTicket as reviewRefundTicket } from './refund-ticket/review-ticket.ts';
import { createView } from './saved-view/create-view.ts';
import { deleteView } from './saved-view/delete-view.ts';
import { updateView } from './saved-view/update-view.ts';
import { addDomain } from './sender-domain/add-domain.ts';
import { checkDomain } from './sender-domain/check-domain.ts';
import { reviewDomain } from './sender-domain/review-domain.ts';
import { revokeDomain } from './sender-domain/revoke-domain.ts';
import { addEmail } from './sender-email/add-email.ts';
import { confirmEmail } from './sender-email/confirm-email.ts';
import { resendCode } from './sender-email/resend-code.ts';
import { reviewEmail } from './sender-email/review-email.ts';
import { revokeEmail } from './sender-email/revoke-email.ts';
import { addWebhook } from './store/add-webhook.ts';
import { createStore } from './store/create-store.ts';
import { deleteStore } from './store/delete-store.ts';
import { removeWebhook } from './store/remove-webhook.ts';
import { updateCheckoutFraming } from './store/update-checkout-framing.ts';
import { updateReturnOrigins } from './store/update-return-origins.ts';
import { updateStore } from './store/update-store.ts';
import { updateWebhook } from './store/update-webhook.ts';
import { acceptInvitation } from './store-invitation/accept-invitation.ts';
import { createInvitation } from './store-invitation/create-invitation.ts';
import { declineInvitation } from './store-invitation/decline-invitation.ts';
import { resendInvitation } from './store-invitation/resend-invitation.ts';
import { revokeInvitation } from './store-invitation/revoke-invitation.ts';
import { addMerchant } from './store-merchant/add-merchant.ts';
import { removeMerchant } from './store-merchant/remove-merchant.ts';
import { updateRole } from './store-merchant/update-role.ts';
import { cancelOrder as cancelSubscriptionOrder } from './subscription-order/cancel-order.ts';
import { changeProduct } from './subscription-order/change-product.ts';
import { confirmPlanChange } from './subscription-order/confirm-plan-change.ts';
import { createOrder as createSubscriptionOrder } from './subscription-order/create-order.ts';
import { pauseOrder } from './subscription-order/pause-order.ts';
import { quotePlanChange } from './subscription-order/quote-plan-change.ts';
import { reactivateOrder } from './subscription-order/reactivate-order.ts';
import { resumeOrder } from './subscription-order/resume-order.ts';
import { undoPlanChange } from './subscription-order/undo-plan-change.ts';
import { createProduct as createSubscriptionProduct } from './subscription-product/create-product.ts';
import { publishProduct as publishSubscriptionProduct } from './subscription-product/publish-product.ts';
import { updateProduct as updateSubscriptionProduct } from './subscription-product/update-product.ts';
import { updateStatus as updateSubscriptionStatus } from './subscription-product/update-status.ts';
import { createGroup } from './subscription-product-group/create-group.ts';
import { deleteGroup } from './subscription-product-group/delete-group.ts';
import { publishGroup } from './subscription-product-group/publish-group.ts';
import { updateGroup } from './subscription-product-group/update-group.ts';
import { advance as advanceTestClock } from './test-clock/advance.ts';
import { create as createTestClock } from './test-clock/create.ts';
import { reset as resetTestClock } from './test-clock/reset.ts';
import { scanPrompt } from './verification/scan-prompt.ts';
import { pause as pauseWebhook } from './webhook/pause.ts';
import { resume as resumeWebhook } from './webhook/resume.ts';
import { sendTestEvent } from './webhook/send-test-event.ts';
import { setChaos } from './webhook/set-chaos.ts';
import { sendAgain as sendDeliveryAgain } from './webhook-delivery/send-again.ts';
import { sendAgainAll as sendDeliveriesAgain } from './webhook-delivery/send-again-all.ts';
import { retryJob } from './worker/retry-job.ts';

const table = {
  'api-key/create-key': createKey,
  'api-key/delete-key': deleteKey,
  'api-key/update-key': updateKey,
  'auth/issue-session-token': issueSessionToken,
  'checkout/create-quote': createQuote,
  'checkout/create-session': createSession,
  'checkout/preview-tax': previewTax,
  'customer/open-portal': openPortal,
  'email-delivery/send-again': sendEmailAgain,
  'kyb-ticket/create-ticket': createTicket,
  'kyb-ticket/review-ticket': reviewTicket,
  'kyb-ticket/withdraw-ticket': withdrawTicket,
  'onetime-order/cancel-order': cancelOnetimeOrder,
  'onetime-order/create-order': createOnetimeOrder,
  'onetime-product/create-product': createOnetimeProduct,
  'onetime-product/publish-product': publishOnetimeProduct,
  'onetime-product/update-product': updateOnetimeProduct,
  'onetime-product/update-status': updateOnetimeStatus,
  'operator/set-merchant-suspension': setMerchantSuspension,
  'operator/set-prod-enabled': setProdEnabled,
  'operator/set-store-suspension': setStoreSuspension,
  'operator/verify-address': verifyAddress,
  'refund/create-refund': createRefund,
  'refund-ticket/create-ticket': createRefundTicket,
  'refund-ticket/resubmit-ticket': resubmitRefundTicket,
  'refund-ticket/review-ticket': reviewRefundTicket,
  'saved-view/create-view': createView,
  'saved-view/delete-view': deleteView,
  'saved-view/update-view': updateView,
  'sender-domain/add-domain': addDomain,
  'sender-domain/check-domain': checkDomain,
  'sender-domain/review-domain': reviewDomain,
  'sender-domain/revoke-domain': revokeDomain,
  'sender-email/add-email': addEmail,
  'sender-email/confirm-email': confirmEmail,
  'sender-email/resend-code': resendCode,
  'sender-email/review-email': reviewEmail,
  'sender-email/revoke-email': revokeEmail,
  'store/add-webhook': addWebhook,
  'store/create-store': createStore,
  'store/delete-store': deleteStore,
  'store/remove-webhook': removeWebhook,
  'store/update-checkout-framing': updateCheckoutFraming,
  'store/update-return-origins': updateReturnOrigins,
  'store/update-store': updateStore,
  'store/update-webhook': updateWebhook,
  'store-invitation/accept-invitation': acceptInvitation,
  'store-invitation/create-invitation': createInvitation,
  'store-invitation/decline-invitation': declineInvitation,
  'store-invitation/resend-invitation': resendInvitation,
  'store-invitation/revoke-invitation': revokeInvitation,
  'store-merchant/add-merchant': addMerchant,
  'store-merchant/remove-merchant': removeMerchant,
  'store-merchant/update-role': updateRole,
  'subscription-order/cancel-order': cancelSubscriptionOrder,
  'subscription-order/change-product': changeProduct,
  'subscription-order/confirm-plan-change': confirmPlanChange,
  'subscription-order/create-order': createSubscriptionOrder,
  'subscription-order/pause-order': pauseOrder,
  'subscription-order/reactivate-order': reactivateOrder,
  'subscription-order/resume-order': resumeOrder,
  'subscription-order/quote-plan-change': quotePlanChange,
  'subscription-order/undo-plan-change': undoPlanChange,
  'subscription-product/create-product': createSubscriptionProduct,
  'subscription-product/publish-product': publishSubscriptionProduct,
  'subscription-product/update-product': updateSubscriptionProduct,
  'subscription-product/update-status': updateSubscriptionStatus,
  'subscription-product-group/create-group': createGroup,
  'subscription-product-group/delete-group': deleteGroup,
  'subscription-product-group/publish-group': publishGroup,
  'subscription-product-group/update-group': updateGroup,
  'worker/retry-job': retryJob,
  'test-clock/advance': advanceTestClock,
  'test-clock/create': createTestClock,
  'test-clock/reset': resetTestClock,
  'webhook/send-test-event': sendTestEvent,
  'webhook/set-chaos': setChaos,
  'webhook/pause': pauseWebhook,
  'webhook/resume': resumeWebhook,
  'verification/scan-prompt': scanPrompt,
  'webhook-delivery/send-again': sendDeliveryAgain,
  'webhook-delivery/send-again-all': sendDeliveriesAgain,
} as const;

export type ActionName = keyof typeof table;

/** Every action by `<resource>/<action>`. The gateway checks the caller's kind before it runs one. */
export const actions: ReadonlyMap<string, Action> = new Map(Object.entries(table) as unknown as [string, Action][]);
