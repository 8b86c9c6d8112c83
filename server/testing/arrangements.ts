/**
 * The data that each endpoint's example needs: the values of the `$names` in the example, created by the calls that a
 * merchant would make.
 */
import { eq } from 'drizzle-orm';
import { apiKeys, customers, payments } from '#db/schema/index.ts';
import { fromShortId, toShortId } from '#server/domain/ids.ts';
import {
  customerHeaders,
  db,
  newGroup,
  newMember,
  newMerchant,
  newProduct,
  newSession,
  newSubscriptionProduct,
  newSubscriptionSession,
  newWebhook,
  pay,
  post,
} from './api.ts';
import { type Arrange, callExample, succeed } from './arrangements/calls.ts';
import { freeAddress, senderDomain, senderEmail } from './arrangements/senders.ts';
import { newEmail } from './emails.ts';
import { updateOrder } from './orders/rows.ts';
import { callFromDashboard } from './reviews.ts';
import { newDelivery } from './webhooks/new-delivery.ts';

/** The customer of every arrangement with an order. */
export const buyerIdentity = 'customer-4711';

const noArrangement: Arrange = () => ({});
const product: Arrange = async (merchant) => ({ productId: (await newProduct(merchant)).id });
const session: Arrange = async (merchant) => ({ checkoutSessionId: (await newSession(merchant)).sessionId });
const webhook: Arrange = async (merchant) => ({ webhookId: (await newWebhook(merchant)).id });
const delivery: Arrange = async (merchant) => {
  const { id } = await newWebhook(merchant);
  return { webhookId: id, deliveryId: (await newDelivery(merchant, id, { status: 'failed' })).id };
};
const failedEmail: Arrange = async (merchant) => ({
  emailDeliveryId: (await newEmail(merchant, { status: 'failed' })).id,
});
const otherMerchant: Arrange = async () => ({ merchantId: (await newMerchant()).merchantId });
const member: Arrange = async (merchant) => ({ merchantId: (await newMember(merchant, 'member')).merchantId });
const ticket: Arrange = async (merchant) => {
  const data = await callExample(merchant, 'kyb-ticket/create-ticket');
  return { kybTicketId: data.ticket.id };
};

/** A product, and a subscription of the customer to a plan whose group has another one. */
const productAndSubscription: Arrange = async (merchant) => {
  const [plan, other] = [await newSubscriptionProduct(merchant), await newSubscriptionProduct(merchant)];
  const group = await newGroup(merchant, { name: 'Self-service plans', productIds: [plan.id, other.id] });
  const rules = { selfServicePlanChange: true };
  await succeed(merchant, 'subscription-product-group/update-group', { id: group.id, rules });
  const { sessionId } = await newSubscriptionSession(merchant, { productId: plan.id });
  await pay(merchant, sessionId);
  const { orderId } = await updateOrder(sessionId, { buyerIdentity });
  return { ...(await product(merchant)), orderId, otherProductId: other.id };
};

const subscriptionProduct: Arrange = async (merchant) => ({
  subscriptionProductId: (await newSubscriptionProduct(merchant)).id,
});

/** A group with a published product, and another product that is in no group. */
const group: Arrange = async (merchant) => {
  const { id } = await newSubscriptionProduct(merchant);
  await succeed(merchant, 'subscription-product/publish-product', { id });
  const { id: groupId } = await newGroup(merchant, { productIds: [id] });
  return { groupId, ...(await subscriptionProduct(merchant)) };
};

const subscriptionSession: Arrange = async (merchant) => {
  const { subscriptionProductId = '' } = await subscriptionProduct(merchant);
  const data = await succeed(merchant, 'checkout/create-session', {
    storeId: merchant.storeId,
    productId: subscriptionProductId,
    productType: 'subscription',
    currency: 'USD',
  });
  return { subscriptionProductId, checkoutSessionId: data.sessionId };
};

/** A pending order whose buyer has not arrived. */
const order: Arrange = async (merchant) => {
  const { sessionId } = await newSession(merchant);
  await succeed(merchant, 'onetime-order/create-order', {
    checkoutSessionId: sessionId,
    billingDetail: { country: 'DE', isBusiness: false },
  });
  return { orderId: await orderOf(sessionId) };
};

/** An active subscription. */
const subscription: Arrange = async (merchant) => {
  const data = await subscriptionSession(merchant);
  await pay(merchant, data.checkoutSessionId ?? '');
  return { ...data, orderId: await orderOf(data.checkoutSessionId ?? '') };
};

/** An active subscription and another plan of its store. */
const subscriptionWithOtherPlan: Arrange = async (merchant) => {
  const data = await subscription(merchant);
  return { ...data, otherPlanId: (await newSubscriptionProduct(merchant)).id };
};

/** A subscription with a quote for a plan change at the end of its period. */
const quotedChange: Arrange = async (merchant) => {
  const { otherPlanId, ...data } = await subscriptionWithOtherPlan(merchant);
  const request = { orderId: data.orderId, productId: otherPlanId, currency: 'USD', changeTiming: 'next_period' };
  const { data: quoted } = await callFromDashboard(merchant, 'subscription-order/quote-plan-change', request, 'test');
  return { orderId: data.orderId ?? '', quoteId: quoted.quoteId };
};

const scheduledChange: Arrange = async (merchant) => {
  const { orderId = '', quoteId } = await quotedChange(merchant);
  await callFromDashboard(merchant, 'subscription-order/confirm-plan-change', { orderId, quoteId }, 'test');
  return { orderId };
};

/** The payment of an active subscription. */
const payment: Arrange = async (merchant) => {
  const { orderId = '' } = await subscription(merchant);
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.orderId, fromShortId('ORD', orderId) ?? ''));
  if (!row) throw new Error('the order has no payment');
  return { paymentId: toShortId('PAY', row.id) };
};

/** A customer's refund request that is waiting for the merchant. */
const pendingTicket: Arrange = async (merchant) => {
  const { orderId } = await subscription(merchant);
  const answer = await post(
    'refund-ticket/create-ticket',
    { orderId, reason: 'It is stale.' },
    await customerHeaders(merchant, buyerIdentity),
  );
  return { ticketId: answer.body.data.ticket.id };
};

const rejectedTicket: Arrange = async (merchant) => {
  const { ticketId = '' } = await pendingTicket(merchant);
  await callFromDashboard(merchant, 'refund-ticket/review-ticket', { ticketId, decision: 'reject' }, 'test');
  return { ticketId };
};

const cancelingSubscription: Arrange = async (merchant) => {
  const data = await subscription(merchant);
  await succeed(merchant, 'subscription-order/cancel-order', { orderId: data.orderId });
  return data;
};

const subscriptionToPause: Arrange = async (merchant) => ({
  ...(await subscription(merchant)),
  laterMoment: new Date(Date.now() + 86_400_000).toISOString(),
});

const pausedSubscription: Arrange = async (merchant) => {
  const data = await subscription(merchant);
  await succeed(merchant, 'subscription-order/pause-order', { orderId: data.orderId });
  return data;
};

/** Returns the order of a session and makes it the customer's. */
const orderOf = async (sessionId: string) => (await updateOrder(sessionId, { buyerIdentity })).orderId;

const apiKey: Arrange = async ({ id }) => {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.merchantId, id));
  return { apiKeyId: row?.id ?? '' };
};

const customer: Arrange = async (merchant) => {
  await subscription(merchant);
  const [row] = await db.select().from(customers).where(eq(customers.storeId, merchant.store.id));
  return { customerId: row?.id ?? '' };
};

const invitation: Arrange = async (merchant) => {
  const input = { storeId: merchant.storeId, email: `${merchant.id}@example.com`, role: 'member' };
  const { data } = await callFromDashboard(merchant, 'store-invitation/create-invitation', input);
  return { invitationId: data.invitation.id };
};

const view: Arrange = async (merchant) => {
  const input = { storeId: merchant.storeId, list: 'orders', name: 'Active', query: 'status=active' };
  const { data } = await callFromDashboard(merchant, 'saved-view/create-view', input, 'test');
  return { viewId: data.view.id };
};

/** A store with a test clock. */
const clock: Arrange = async (merchant) => {
  const { testClock } = await succeed(merchant, 'test-clock/create', { storeId: merchant.storeId });
  return { laterMoment: new Date(Date.parse(testClock.at) + 86_400_000).toISOString() };
};

/** The arrangement of each endpoint with an example. `$storeId` is always the merchant's store. */
export const arrangements: Readonly<Record<string, Arrange>> = {
  'api-key/delete-key': apiKey,
  'api-key/update-key': apiKey,
  'auth/issue-session-token': noArrangement,
  'checkout/create-quote': session,
  'checkout/create-session': productAndSubscription,
  'checkout/preview-tax': session,
  'customer/open-portal': customer,
  'email-delivery/send-again': failedEmail,
  'kyb-ticket/create-ticket': noArrangement,
  'kyb-ticket/withdraw-ticket': ticket,
  'onetime-order/cancel-order': order,
  'onetime-order/create-order': session,
  'onetime-product/create-product': noArrangement,
  'onetime-product/publish-product': product,
  'onetime-product/update-product': product,
  'onetime-product/update-status': product,
  'refund/create-refund': payment,
  'refund-ticket/create-ticket': subscription,
  'refund-ticket/resubmit-ticket': rejectedTicket,
  'refund-ticket/review-ticket': pendingTicket,
  'saved-view/create-view': noArrangement,
  'saved-view/delete-view': view,
  'saved-view/update-view': view,
  'sender-domain/add-domain': noArrangement,
  'sender-domain/check-domain': senderDomain,
  'sender-domain/revoke-domain': senderDomain,
  'sender-email/add-email': freeAddress,
  'sender-email/confirm-email': senderEmail,
  'sender-email/resend-code': senderEmail,
  'sender-email/revoke-email': senderEmail,
  'store/add-webhook': noArrangement,
  'store/create-store': noArrangement,
  'store/delete-store': noArrangement,
  'store/remove-webhook': webhook,
  'store/update-checkout-framing': noArrangement,
  'store/update-return-origins': noArrangement,
  'store/update-store': noArrangement,
  'store/update-webhook': webhook,
  'store-invitation/create-invitation': noArrangement,
  'store-invitation/resend-invitation': invitation,
  'store-invitation/revoke-invitation': invitation,
  'store-merchant/add-merchant': otherMerchant,
  'store-merchant/remove-merchant': member,
  'store-merchant/update-role': member,
  'subscription-order/cancel-order': subscription,
  'subscription-order/change-product': subscription,
  'subscription-order/confirm-plan-change': quotedChange,
  'subscription-order/create-order': subscriptionSession,
  'subscription-order/pause-order': subscriptionToPause,
  'subscription-order/reactivate-order': cancelingSubscription,
  'subscription-order/resume-order': pausedSubscription,
  'subscription-order/quote-plan-change': subscriptionWithOtherPlan,
  'subscription-order/undo-plan-change': scheduledChange,
  'subscription-product/create-product': noArrangement,
  'subscription-product/publish-product': subscriptionProduct,
  'subscription-product/update-product': subscriptionProduct,
  'subscription-product/update-status': subscriptionProduct,
  'subscription-product-group/create-group': subscriptionProduct,
  'subscription-product-group/delete-group': group,
  'subscription-product-group/publish-group': group,
  'subscription-product-group/update-group': group,
  'test-clock/advance': clock,
  'test-clock/create': noArrangement,
  'test-clock/reset': clock,
  'verification/scan-prompt': noArrangement,
  'webhook/pause': webhook,
  'webhook/resume': webhook,
  'webhook/send-test-event': webhook,
  'webhook/set-chaos': webhook,
  'webhook-delivery/send-again': delivery,
  'webhook-delivery/send-again-all': delivery,
};
