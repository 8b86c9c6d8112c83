/** The object types and their rows. Their fields are in one file per noun. */

import type { Merchant } from '#server/accounts/data/merchants.ts';
import type { OneTimeOrder, Order, SubscriptionOrder } from '#server/billing/orders/rules/order.ts';
import type { Payment } from '#server/billing/payments/payments.ts';
import type { RefundTicket } from '#server/billing/refunds/refund-tickets.ts';
import type { Refund } from '#server/billing/refunds/refunds.ts';
import type { Group } from '#server/catalog/groups.ts';
import type { ProductVersion, ProductWithVersion } from '#server/catalog/products.ts';
import type { EmailDelivery } from '#server/emails/email-deliveries.ts';
import type { Store } from '#server/stores/stores.ts';
import type { ListedAttempt, ListedDelivery } from '#server/webhooks/data/webhook-delivery-lists.ts';
import type { Webhook } from '#server/webhooks/webhooks.ts';
import { builder } from './builder.ts';

export const MerchantObject =
  builder.objectRef<Pick<Merchant, 'id' | 'name' | 'email' | 'suspendedAt' | 'createdAt' | 'updatedAt'>>('Merchant');
export const StoreObject = builder.objectRef<Store>('Store');
export const StoreWebhookObject = builder.objectRef<Omit<Webhook, 'secret'>>('StoreWebhook');
/** Common fields of both product types. */
export const ProductInterface = builder.interfaceRef<ProductWithVersion>('Product');
export const OnetimeProductObject = builder.objectRef<ProductWithVersion>('OnetimeProduct');
export const SubscriptionProductObject = builder.objectRef<ProductWithVersion>('SubscriptionProduct');
/** Common fields of both types' versions. */
export const ProductVersionInterface = builder.interfaceRef<ProductVersion>('ProductVersion');
export const OnetimeProductVersionObject = builder.objectRef<ProductVersion>('OnetimeProductVersion');
export const SubscriptionProductVersionObject = builder.objectRef<ProductVersion>('SubscriptionProductVersion');
export const SubscriptionProductGroupObject = builder.objectRef<Group>('SubscriptionProductGroup');
/** Common fields of both order types. */
export const OrderInterface = builder.interfaceRef<Order>('Order');
export const OnetimeOrderObject = builder.objectRef<OneTimeOrder>('OnetimeOrder');
export const SubscriptionOrderObject = builder.objectRef<SubscriptionOrder>('SubscriptionOrder');
export const PaymentObject = builder.objectRef<Payment>('Payment');
export const RefundObject = builder.objectRef<Refund>('Refund');
export const EmailDeliveryObject = builder.objectRef<EmailDelivery>('EmailDelivery');
export const RefundTicketObject = builder.objectRef<RefundTicket>('RefundTicket');
export const WebhookDeliveryObject = builder.objectRef<ListedDelivery>('WebhookDelivery');
/** Includes the delivery's channel, which determines the visible part of the URL. */
export const WebhookAttemptObject = builder.objectRef<ListedAttempt & Pick<ListedDelivery, 'channel'>>(
  'WebhookAttempt',
);
