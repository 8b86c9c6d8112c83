/** The object types by name, and the rows they stand for; their fields stand in a file a noun. */
import type { Order } from '../queries/orders.ts';
import type { Payment } from '../queries/payments.ts';
import type { ProductWithVersion } from '../queries/products.ts';
import type { RefundTicket } from '../queries/refund-tickets.ts';
import type { Refund } from '../queries/refunds.ts';
import type { Store } from '../queries/stores.ts';
import type { Webhook } from '../queries/webhooks.ts';
import { builder } from './builder.ts';

export const StoreObject = builder.objectRef<Store>('Store');
export const StoreWebhookObject = builder.objectRef<Omit<Webhook, 'secret'>>('StoreWebhook');
export const OnetimeProductObject = builder.objectRef<ProductWithVersion>('OnetimeProduct');
export const OnetimeOrderObject = builder.objectRef<Order>('OnetimeOrder');
export const PaymentObject = builder.objectRef<Payment>('Payment');
export const RefundObject = builder.objectRef<Refund>('Refund');
export const RefundTicketObject = builder.objectRef<RefundTicket>('RefundTicket');
